import Glibc
import Listening
import Primitives
import SystemPackage

/// Copies an open file.
enum SongCopy {
    private static let chunk = 1 << 20

    static func write(_ file: any ReadableFile, to path: String) throws {
        let target = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard target >= 0 else { throw SpeakerFailure.song }
        defer { close(target) }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: chunk, alignment: 16)
        defer { buffer.deallocate() }
        var offset: Int64 = 0
        while true {
            let count = try file.read(into: buffer, at: offset)
            guard count > 0 else { return }
            try FileDescriptor(rawValue: target).writeAll(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            offset += Int64(count)
        }
    }
}
