import Catalog
import Foundation
import Glibc
import NIOPosix
import Primitives
import Support
import Synchronization
import Testing

@testable import Archives
@testable import Portability

/// The workbook in Deezer's data export, as spreadsheet programs and attackers write it.
@Suite("Deezer's workbook") struct WorkbookTests {
    /// A received zip, read in this process.
    private struct Received: ImportFolder, ArchiveFiles {
        let path: String

        func begin() async throws -> any ImportUpload { throw DomainError.unreadableImport }
        func remove(_ file: String) async {}

        func bytes(of file: String, from offset: Int64, count: Int) async throws -> [UInt8] {
            Array(try Data(contentsOf: URL(fileURLWithPath: path)).dropFirst(Int(offset)).prefix(count))
        }

        func entries(of file: String) async throws -> [(name: String, size: Int64)] {
            try open { try $0.entries().map { (String(decoding: $0.name, as: UTF8.self), $0.size) } }
        }

        func bytes(of entry: String, in file: String, from offset: Int64, count: Int) async throws -> [UInt8] {
            try open { try $0.open(Array(entry.utf8))?.read(from: offset, count: count) ?? [] }
        }

        private func open<R>(_ body: (ZipFile) throws -> R) throws -> R {
            let descriptor = Glibc.open(path, O_RDONLY)
            defer { close(descriptor) }
            return try body(ZipFile(descriptor: descriptor, size: Int64(lseek(descriptor, 0, SEEK_END))))
        }
    }

    private struct Found {
        var items: [ImportItem] = []
        var unreadable = 0
        var sources: Set<ImportSource> = []
        var largestBatch = 0
    }

    private func read(_ path: String, _ bounds: ImportBounds = ImportBounds()) async throws -> Found {
        let received = Received(path: path)
        let found = Mutex(Found())
        let reading = ImportReading(archives: received, folder: received, file: "x", bounds: bounds)
        try await reading.read { source, items, unreadable in
            found.withLock {
                $0.items += items
                $0.unreadable += unreadable
                $0.sources.insert(source)
                $0.largestBatch = max($0.largestBatch, items.count)
            }
        }
        return found.withLock { $0 }
    }

    private static func sample(_ name: String) -> String {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Files/\(name)").path
    }

    /// Makes a zip of a workbook's files.
    private func workbook(_ parts: [String: String], in folder: TemporaryFolder) async throws -> String {
        let draft = try ZipMaker(pool: .singleton).make()
        var bytes: [UInt8] = []
        for (name, content) in parts.sorted(by: { $0.key < $1.key }) {
            bytes += try await draft.begin(name, at: Timestamp(milliseconds: 1_700_000_000_000))
            bytes += try await draft.append(Array(content.utf8))
        }
        bytes += try await draft.finish()
        let path = folder.path + "/data.xlsx"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return path
    }

    /// The files of a workbook with one sheet of these rows.
    private static func parts(_ rows: String) -> [String: String] {
        [
            Workbook.index:
                "<workbook><sheets><sheet name='10_listeningHistory' sheetId='7' r:id='rId3'/></sheets></workbook>",
            Workbook.relations: "<Relationships><Relationship Id='rId3' Target='worksheets/a.xml'/></Relationships>",
            Workbook.texts: "<sst/>",
            "xl/worksheets/a.xml": "<worksheet><sheetData>\(rows)</sheetData></worksheet>",
        ]
    }

    private static func row(_ cells: String...) -> String {
        "<row>" + cells.map { "<c t='inlineStr'><is><t>\($0)</t></is></c>" }.joined() + "</row>"
    }

    private static let head = row("Song Title", "Artist", "Date", "Listening Time")

    /// A Python library wrote each file: openpyxl stores texts in cells, XlsxWriter in a shared table.
    @Test(
        "files of other programs: history, loved items and own playlists",
        arguments: ["deezer-inline.xlsx", "deezer-shared.xlsx"])
    func samples(name: String) async throws {
        let found = try await read(Self.sample(name))
        let days = NamedTrack(isrc: "USSUB2129801", title: "Days Like These", artist: "Low", album: "Hey What")
        let joga = NamedTrack(title: "Jóga & more", artist: "Björk", album: "Homogenic")
        let more = NamedTrack(title: "More", artist: "Low", album: "Hey What")
        let hyb = NamedTrack(
            isrc: "USUG12402406", title: "H.Y.B.", artist: "J. Cole, Bas", album: "Might Delete Later")
        let accordion = NamedTrack(title: "Accordion", artist: "Madvillain", album: "Madvillainy")
        let expected: [ImportItem] = [
            .artistLike(name: "Low", musicBrainz: nil, at: .asImported),
            .albumLike(name: "Hey What", artist: "Low", at: .asImported), .trackLike(days, at: .asImported),
            .trackLike(joga, at: .asImported), .play(days, at: Timestamp(milliseconds: 1_729_810_800_000), client: nil),
            .play(more, at: Timestamp(milliseconds: 1_729_844_130_000), client: nil), .broughtPlaylist(name: "Road"),
            .broughtSong(playlist: "Road", days, at: .asImported), .broughtSong(playlist: "Road", hyb, at: .asImported),
            .broughtPlaylist(name: "Morning"), .broughtSong(playlist: "Morning", accordion, at: .asImported),
        ]
        #expect(found.items == expected)
        // One play has no title. A play that was heard only for a moment does not count.
        #expect(found.unreadable == 1 && found.sources == [.deezer])
    }

    @Test("cells are shared, formatted, computed or plain text, at the position of their address")
    func cells() throws {
        let formatted = "<r><rPr><b/></rPr><t>Tw</t></r><r><t>o</t></r><rPh><t>ni</t></rPh>"
        let texts = try Workbook.texts(Array("<sst><si><t>One</t></si><si>\(formatted)</si></sst>".utf8))
        #expect(texts == ["One", "Two"])
        let sheet = """
            <worksheet><sheetData><row r="1"/><row r="2"><c r="B2" t="s"><v>1</v></c><c t="s"><v>0</v></c><c r="E2"><f>1+1</f>\
            <v>2</v></c><c t="s"><v>7</v></c><c t="str"><v>x &amp; y</v></c><c r="AA2"><v>far</v></c><c r="XFD2"><v>too far</v></c>\
            </row></sheetData></worksheet>
            """
        var rows = WorkbookRows(Array(sheet.utf8), texts: texts)
        let row = try rows.next()
        #expect(row?.count == 27 && row?.last == "far")
        #expect(row?.prefix(7) == ["", "Two", "One", "", "2", "", "x & y"])
        #expect(try rows.next() == nil)
    }

    @Test("times are UTC text or a day number, and a row without one is skipped")
    func times() async throws {
        let folder = try TemporaryFolder()
        let rows = ["2024-10-24 23:00:00", "45589.958333333336", "2024-10-24T23:00:00Z", "soon", "7", "1e99"].map {
            Self.row("Days", "Low", $0, "200")
        }
        let found = try await read(try await workbook(Self.parts(Self.head + rows.joined()), in: folder))
        let at = Timestamp(milliseconds: 1_729_810_800_000)
        let play = ImportItem.play(NamedTrack(title: "Days", artist: "Low"), at: at, client: nil)
        #expect(found.items == [play, play, play] && found.unreadable == 3)
    }

    @Test("a long history is passed on in parts") func parts() async throws {
        let folder = try TemporaryFolder()
        let rows = String(repeating: Self.row("Days", "Low", "2024-10-24 23:00:00", "200"), count: 1001)
        let path = try await workbook(Self.parts(Self.head + rows), in: folder)
        let found = try await read(path)
        #expect(found.items.count == 1001 && found.largestBatch == ImportReading.batchSize)
        var bounds = ImportBounds()
        bounds.items = 1000
        let failure = await #expect(throws: DomainError.self) { _ = try await read(path, bounds) }
        #expect(failure?.reason == "import_too_large")
        bounds = ImportBounds()
        bounds.bytes = 50_000
        let other = await #expect(throws: DomainError.self) { _ = try await read(path, bounds) }
        #expect(other?.reason == "import_too_large")
    }

    @Test("a damaged, hostile or unrelated workbook is refused") func refused() async throws {
        let good = Self.parts(Self.head)
        let deep = String(repeating: "<r>", count: 100)
        let changes: [(name: String, content: String?)] = [
            (Workbook.relations, nil), (Workbook.relations, "<Relationships/>"), ("xl/worksheets/a.xml", nil),
            (Workbook.index, "<workbook><sheets><sheet name='Budget' r:id='rId3'/></sheets></workbook>"),
            (Workbook.index, "<!DOCTYPE x [<!ENTITY a 'b'>]><workbook/>"), (Workbook.index, "<workbook><sheets>"),
            (Workbook.texts, "<sst><si><t>&a;</t></si></sst>"), (Workbook.texts, "<sst><si>\(deep)"),
            ("xl/worksheets/a.xml", "<worksheet><sheetData><row><c><v>1"),
            ("xl/worksheets/a.xml", "<worksheet><row><c><is>\(deep)"),
        ]
        for (name, content) in changes {
            let folder = try TemporaryFolder()
            var parts = good
            parts[name] = content
            let path = try await workbook(parts, in: folder)
            let failure = await #expect(throws: DomainError.self) { _ = try await read(path) }
            #expect(failure?.reason == "import_unreadable", "\(name): \(content ?? "missing")")
        }
        let folder = try TemporaryFolder()
        #expect(try await read(try await workbook(good, in: folder)).sources == [.deezer])
    }
}
