import Foundation
import Primitives

/// Reads a file that somebody has sent from its beginning to its end, and gives what is in it in portions. Its memory does not grow with the
/// file.
struct ImportReading {
    private static let chunk = 2 << 20
    private static let portion = 200
    /// Of one entry of an archive, unpacked.
    private static let longestEntry: Int64 = 256 << 20

    typealias Take = @Sendable (_ source: ImportSource, _ items: [ImportItem], _ unreadable: Int) async throws -> Void

    private enum Form {
        case json(section: String?)
        case csv
    }

    /// Of all that the file holds.
    private struct Tally {
        var bytes: Int64 = 0
        var items = 0
        /// Those that are in the archive; they are given when everything else was.
        var pictures: [ImportedPicture] = []
    }

    let archives: any ArchiveFiles
    let folder: any ImportFolder
    let file: String
    var bounds = ImportBounds()

    /// - Parameter take: gets up to 200 things at a time, with how many were unreadable among them.
    func read(_ take: Take) async throws {
        let head = try await folder.bytes(of: file, from: 0, count: 4096)
        guard let first = head.first(where: { ![0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf].contains($0) }) else {
            throw DomainError.unreadableImport
        }
        var tally = Tally()
        guard !head.starts(with: [0x50, 0x4b]) else { return try await readArchive(&tally, take) }
        let isJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        try await read(isJSON ? .json(section: nil) : .csv, &tally, take) {
            try await folder.bytes(of: file, from: $0, count: Self.chunk)
        }
    }

    private func readArchive(_ tally: inout Tally, _ take: Take) async throws {
        let entries = try await archives.entries(of: file)
        let names = Set(entries.map(\.name))
        var wanted: [(name: String, form: Form)] = []
        if names.contains(ExportManifest.name) {
            wanted = RondoObject.sections.map { ("json/\($0).json", .json(section: $0)) }.filter {
                names.contains($0.0)
            }
        } else {
            // In their order in the archive, which is gone through once.
            wanted = entries.map(\.name).filter { Self.holdsListens($0) }.map { ($0, .json(section: nil)) }
        }
        guard !wanted.isEmpty else { throw DomainError.unreadableImport }
        for (name, form) in wanted {
            try await read(form, &tally, take) { offset in
                guard offset < Self.longestEntry else { throw DomainError.importTooLarge("A file in it is too large") }
                return try await archives.bytes(of: name, in: file, from: offset, count: Self.chunk)
            }
        }
        try await give(tally.pictures, among: entries.map(\.name), &tally, take)
    }

    /// In the order in which the archive has them, which is gone through once more for them. What it does not have is unreadable.
    private func give(_ pictures: [ImportedPicture], among names: [String], _ tally: inout Tally, _ take: Take)
        async throws
    {
        let places = Dictionary(zip(names, names.indices), uniquingKeysWith: { first, _ in first })
        let there = pictures.filter { places[$0.file] != nil }.sorted { places[$0.file] ?? 0 < places[$1.file] ?? 0 }
        tally.items += pictures.count
        guard tally.items <= bounds.items else { throw DomainError.importTooLarge("It holds too many things") }
        var (start, unreadable) = (0, pictures.count - there.count)
        while start < there.count || unreadable > 0 {
            try Task.checkCancellation()
            let part = there[start..<min(start + Self.portion, there.count)]
            try await take(.rondo, part.map { .picture($0) }, unreadable)
            start += part.count
            unreadable = 0
        }
    }

    /// `listens/2024/5.jsonl`, whichever folder it is in.
    private static func holdsListens(_ name: String) -> Bool {
        let parts = name.split(separator: "/")
        return name.hasSuffix(".jsonl") && parts.contains("listens")
            || name.hasSuffix(".json") && (parts.last?.contains("listens") ?? false)
    }

    private func read(
        _ form: Form, _ tally: inout Tally, _ take: Take, from bytes: @Sendable (Int64) async throws -> [UInt8]
    ) async throws {
        var (pieces, lines, rows) = (JSONChunks(), CSVLines(), HistoryRows())
        var portion = HistoryObject.Reading()
        func hand(atLeast least: Int) async throws {
            guard portion.items.count + portion.unreadable >= max(least, 1) else { return }
            guard let source = portion.source else { throw DomainError.unreadableImport }
            tally.items += portion.items.count + portion.unreadable
            guard tally.items <= bounds.items else { throw DomainError.importTooLarge("It holds too many things") }
            var start = 0
            while start < portion.items.count || start == 0 {
                try Task.checkCancellation()
                let part = portion.items[start..<min(start + Self.portion, portion.items.count)]
                try await take(source, Array(part), start == 0 ? portion.unreadable : 0)
                start += Self.portion
            }
            portion = HistoryObject.Reading()
        }
        var offset: Int64 = 0
        while true {
            try Task.checkCancellation()
            let chunk = try await bytes(offset)
            offset += Int64(chunk.count)
            tally.bytes += Int64(chunk.count)
            guard tally.bytes <= bounds.bytes else { throw DomainError.importTooLarge("It unpacks to too much") }
            switch form {
            case .json(let section):
                for piece in try pieces.feed(chunk) {
                    Self.add(try object(piece, section, &tally), to: &portion)
                    try await hand(atLeast: Self.portion)
                }
            case .csv:
                for row in try lines.feed(chunk) {
                    if let reading = try rows.read(row) { Self.add(reading, to: &portion) }
                    try await hand(atLeast: Self.portion)
                }
            }
            if chunk.count < Self.chunk { break }
        }
        if case .csv = form {
            if let row = lines.end(), let reading = try rows.read(row) { Self.add(reading, to: &portion) }
        } else {
            try pieces.end()
        }
        try await hand(atLeast: 1)
    }

    private static func add(_ reading: HistoryObject.Reading, to portion: inout HistoryObject.Reading) {
        for item in reading.items {
            // A queue is one thing, whatever it has as its rows.
            if let last = portion.items.last, let longer = last.joined(with: item) {
                portion.items[portion.items.count - 1] = longer
            } else {
                portion.items.append(item)
            }
        }
        portion.unreadable += reading.unreadable
        portion.source = portion.source ?? reading.source
    }

    private func object(
        _ piece: [UInt8], _ section: String?, _ tally: inout Tally
    ) throws -> HistoryObject.Reading {
        guard let object = try? JSONSerialization.jsonObject(with: Data(piece)) as? [String: Any] else {
            throw DomainError.unreadableImport
        }
        guard let section else {
            let reading = HistoryObject.read(object)
            guard reading.source != nil else { throw DomainError.unreadableImport }
            return reading
        }
        var reading = HistoryObject.Reading()
        reading.source = .rondo
        let items = RondoObject.items(object, of: section)
        for item in items {
            if case .picture(let picture) = item { tally.pictures.append(picture) } else { reading.items.append(item) }
        }
        guard tally.pictures.count <= bounds.pictures else {
            throw DomainError.importTooLarge("It holds too many pictures")
        }
        reading.unreadable = items.isEmpty ? 1 : 0
        return reading
    }
}

extension DomainError {
    static func importTooLarge(_ message: String) -> DomainError {
        DomainError(.tooLarge, message, reason: "import_too_large")
    }
}
