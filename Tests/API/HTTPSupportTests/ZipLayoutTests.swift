import CLinux
import Foundation
import Primitives
import Support
import Testing

@testable import HTTPSupport

@Suite("The layout of a zip") struct ZipLayoutTests {
    private static let instant = Timestamp(milliseconds: 1_700_000_001_000)

    private static func checksum(_ bytes: [UInt8]) -> UInt32 { rondo_crc32(0, bytes, bytes.count) }

    @Test("checksums are those of zip, in parts or as a whole") func checksums() {
        #expect(Self.checksum(Array("123456789".utf8)) == 0xCBF4_3926)
        #expect(Self.checksum([]) == 0)
        let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        for cut in [0, 1, 7, 8, 500, 999] {
            let first = bytes.withUnsafeBytes { rondo_crc32(0, $0.baseAddress, cut) }
            let both = bytes.withUnsafeBytes { rondo_crc32(first, $0.baseAddress?.advanced(by: cut), 1000 - cut) }
            #expect(both == Self.checksum(bytes))
        }
    }

    /// Writes a zip with holes for the contents. Python reads back the files with `contents`.
    private static func unpack(_ files: [(file: ZipLayout.File, content: [UInt8]?)]) async throws -> String {
        let folder = try TemporaryFolder()
        let path = folder.path + "/made.zip"
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        let handle = try #require(FileHandle(forWritingAtPath: path))
        var (offset, directory): (Int64, [UInt8]) = (0, [])
        for (file, content) in files {
            let sum = checksum(content ?? [])
            directory += ZipLayout.entry(of: file, checksum: sum, at: offset)
            try handle.write(contentsOf: Data(ZipLayout.header(of: file) + (content ?? [])))
            if content == nil { try handle.seek(toOffset: handle.offset() + UInt64(file.size)) }
            try handle.write(contentsOf: Data(ZipLayout.descriptor(of: file, checksum: sum)))
            offset += ZipLayout.length(of: file)
            #expect(try handle.offset() == UInt64(offset))
        }
        let end = offset + Int64(directory.count)
        try handle.write(contentsOf: Data(directory + ZipLayout.end(of: files.count, directory: offset..<end)))
        #expect(try handle.offset() == UInt64(ZipLayout.length(of: files.map(\.file))))
        try handle.close()
        let script = """
            import sys, zipfile, datetime
            z = zipfile.ZipFile(sys.argv[1])
            for i in z.infolist():
                text = z.read(i).decode() if i.file_size < 1000 else '-'
                print(i.filename, i.file_size, i.compress_type, i.header_offset > 2**32, i.flag_bits, i.date_time[0], text)
            """
        let run = try await Program.run("/usr/bin/python3", ["-c", script, path])
        try #require(run.status == 0, "\(run.error)")
        return run.output
    }

    @Test("is readable by an unpacker, with names in all scripts and empty files") func plain() async throws {
        let names = ["A - B/01 Zażółć.flac", "A - B/日本.txt", "empty"]
        let files = names.map { name in
            let content = name == "empty" ? [] : Array("content of \(name)".utf8)
            return (
                ZipLayout.File(name: name, size: Int64(content.count), modifiedAt: Self.instant), content as [UInt8]?
            )
        }
        let listed = try await Self.unpack(files)
        #expect(
            listed == """
                A - B/01 Zażółć.flac 35 0 False 2056 2023 content of A - B/01 Zażółć.flac
                A - B/日本.txt 27 0 False 2056 2023 content of A - B/日本.txt
                empty 0 0 False 2056 2023 \n
                """)
    }

    @Test("uses eight bytes for sizes and offsets beyond four gigabytes") func large() async throws {
        let huge = ZipLayout.File(name: "huge.wav", size: 1 << 32, modifiedAt: Self.instant)
        let exact = ZipLayout.File(name: "exact.wav", size: Int64(UInt32.max), modifiedAt: Self.instant)
        let small = ZipLayout.File(name: "small", size: 3, modifiedAt: Self.instant)
        let listed = try await Self.unpack([(huge, nil), (exact, nil), (small, Array("abc".utf8))])
        #expect(
            listed == """
                huge.wav 4294967296 0 False 2056 2023 -
                exact.wav 4294967295 0 True 2056 2023 -
                small 3 0 True 2056 2023 abc

                """)
    }

    @Test("writes dates outside MS-DOS's range as the nearest possible one", arguments: [-1, 1 << 50])
    func dates(milliseconds: Int64) {
        let file = ZipLayout.File(name: "x", size: 0, modifiedAt: Timestamp(milliseconds: milliseconds))
        #expect(ZipLayout.header(of: file).count == 30 + 1 + 9)
    }
}
