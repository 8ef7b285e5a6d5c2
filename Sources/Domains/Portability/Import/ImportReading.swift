import Foundation
import Primitives

/// Reads an imported file from beginning to end, and passes its contents on in batches. Its use of memory does not grow
/// with the file.
struct ImportReading {
    static let chunkSize = 2 << 20
    static let batchSize = 200
    /// The largest entry of an archive, in unpacked bytes.
    private static let longestEntry: Int64 = 256 << 20

    typealias Take = @Sendable (_ source: ImportSource, _ items: [ImportItem], _ unreadable: Int) async throws -> Void

    private enum Form {
        case json(section: String?)
        case csv(separator: UInt8)
    }

    /// The totals of the file.
    struct Tally {
        var bytes: Int64 = 0
        var items = 0
        /// The folders of playlists, which are passed on after all of them are read.
        var folders = ImportedPlaylistFolders()
        /// The pictures of the archive, which are passed on after everything else.
        var pictures: [ImportedPicture] = []
    }

    let archives: any ArchiveFiles
    let folder: any ImportFolder
    let file: String
    /// The file's name on the user's machine, which names a playlist if nothing in it does.
    var name = ""
    var bounds = ImportBounds()

    /// - Parameter take: receives up to 200 things at a time, with the number of unreadable ones among them.
    func read(_ take: Take) async throws {
        let head = try await folder.bytes(of: file, from: 0, count: 4096)
        guard let first = head.first(where: { ![0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf].contains($0) }) else {
            throw DomainError.unreadableImport
        }
        var tally = Tally()
        guard !head.starts(with: [0x50, 0x4b]) else { return try await readArchive(&tally, take) }
        if first == UInt8(ascii: "<") || ServiceReading.isSongList(head) { return try await readService(&tally, take) }
        let isJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        let form = isJSON ? Form.json(section: nil) : .csv(separator: ServiceReading.historySeparator(head))
        try await read(form, &tally, take) {
            try await folder.bytes(of: file, from: $0, count: Self.chunkSize)
        }
    }

    private func readArchive(_ tally: inout Tally, _ take: Take) async throws {
        let entries = try await archives.entries(of: file)
        let names = Set(entries.map(\.name))
        if names.contains(Workbook.index) { return try await readWorkbook(names, &tally, take) }
        var wanted: [(name: String, form: Form)] = []
        if names.contains(ExportManifest.name) {
            wanted = RondoObject.sections.map { ("json/\($0).json", .json(section: $0)) }.filter {
                names.contains($0.0)
            }
        } else {
            // In archive order, so that one pass reads them all.
            wanted = entries.map(\.name).filter { Self.containsListens($0) }.map { ($0, .json(section: nil)) }
        }
        guard !wanted.isEmpty else { return try await readService(entries.map(\.name), &tally, take) }
        for (name, form) in wanted {
            try await read(form, &tally, take) { offset in
                guard offset < Self.longestEntry else {
                    throw DomainError.importTooLarge("A file in the archive is too large")
                }
                return try await archives.bytes(of: name, in: file, from: offset, count: Self.chunkSize)
            }
        }
        try await sendPictures(among: entries.map(\.name), &tally, take)
    }

    /// Passes on the pictures in archive order, in one more pass. Pictures that the archive lacks count as unreadable.
    private func sendPictures(among names: [String], _ tally: inout Tally, _ take: Take) async throws {
        guard !tally.pictures.isEmpty else { return }
        let places = Dictionary(zip(names, names.indices), uniquingKeysWith: { first, _ in first })
        let there = tally.pictures.filter { places[$0.file] != nil }
            .sorted { places[$0.file] ?? 0 < places[$1.file] ?? 0 }
        try await send(
            there.map { .picture($0) }, tally.pictures.count - there.count, from: .rondo, &tally, take)
    }

    /// Whether a path names listens: `listens/2024/5.jsonl`, in any folder.
    private static func containsListens(_ name: String) -> Bool {
        let parts = name.split(separator: "/")
        return name.hasSuffix(".jsonl") && parts.contains("listens")
            || name.hasSuffix(".json") && (parts.last?.contains("listens") ?? false)
    }

    private func read(
        _ form: Form, _ tally: inout Tally, _ take: Take, from bytes: @Sendable (Int64) async throws -> [UInt8]
    ) async throws {
        var (objects, lines, rows) = (JSONChunks(), CSVLines(), HistoryRows(named: name))
        if case .csv(let separator) = form { lines = CSVLines(separator: separator) }
        var batch = HistoryObject.Reading()
        func sendBatch(atLeast least: Int) async throws {
            guard batch.items.count + batch.unreadable >= max(least, 1) else { return }
            guard let source = batch.source else { throw DomainError.unreadableImport }
            try await send(batch.items, batch.unreadable, from: source, &tally, take)
            batch = HistoryObject.Reading()
        }
        var offset: Int64 = 0
        while true {
            try Task.checkCancellation()
            let chunk = try await bytes(offset)
            offset += Int64(chunk.count)
            tally.bytes += Int64(chunk.count)
            guard tally.bytes <= bounds.bytes else {
                throw DomainError.importTooLarge("The unpacked content is too large")
            }
            switch form {
            case .json(let section):
                for text in try objects.feed(chunk) {
                    Self.add(try object(text, section, &tally), to: &batch)
                    try await sendBatch(atLeast: Self.batchSize)
                }
            case .csv:
                for row in try lines.feed(chunk) {
                    if let reading = try rows.read(row) { Self.add(reading, to: &batch) }
                    try await sendBatch(atLeast: Self.batchSize)
                }
            }
            if chunk.count < Self.chunkSize { break }
        }
        if case .csv = form {
            if let row = lines.end(), let reading = try rows.read(row) { Self.add(reading, to: &batch) }
        } else {
            try objects.end()
        }
        if case .json(RondoObject.playlistFolders) = form {
            batch.source = .rondo
            batch.items = tally.folders.items
        }
        try await sendBatch(atLeast: 1)
    }

    func send(
        _ items: [ImportItem], _ unreadable: Int, from source: ImportSource, _ tally: inout Tally, _ take: Take
    ) async throws {
        tally.items += items.count + unreadable
        guard tally.items <= bounds.items else { throw DomainError.importTooLarge("The file contains too many things") }
        var start = 0
        while start < items.count || start == 0 {
            try Task.checkCancellation()
            let part = items[start..<min(start + Self.batchSize, items.count)]
            try await take(source, Array(part), start == 0 ? unreadable : 0)
            start += Self.batchSize
        }
    }

    private static func add(_ reading: HistoryObject.Reading, to batch: inout HistoryObject.Reading) {
        for item in reading.items {
            // The rows of a queue form one thing.
            if let last = batch.items.last, let longer = last.joined(with: item) {
                batch.items[batch.items.count - 1] = longer
            } else {
                batch.items.append(item)
            }
        }
        batch.unreadable += reading.unreadable
        batch.source = batch.source ?? reading.source
    }

    private func object(
        _ text: [UInt8], _ section: String?, _ tally: inout Tally
    ) throws -> HistoryObject.Reading {
        guard let object = try? JSONSerialization.jsonObject(with: Data(text)) as? [String: Any] else {
            throw DomainError.unreadableImport
        }
        guard let section else {
            var reading = HistoryObject.read(object)
            if reading.source == nil, let lists = ServiceObject.lists(object) {
                reading = HistoryObject.Reading(
                    items: lists.items, unreadable: lists.unreadable, source: lists.source)
            }
            guard reading.source != nil else { throw DomainError.unreadableImport }
            return reading
        }
        var reading = HistoryObject.Reading()
        reading.source = .rondo
        guard section != RondoObject.playlistFolders else {
            reading.unreadable = RondoObject.add(object, to: &tally.folders) ? 0 : 1
            return reading
        }
        let items = RondoObject.items(object, of: section, in: tally.folders)
        for item in items {
            if case .picture(let picture) = item { tally.pictures.append(picture) } else { reading.items.append(item) }
        }
        guard tally.pictures.count <= bounds.pictures else {
            throw DomainError.importTooLarge("The file contains too many pictures")
        }
        reading.unreadable = items.isEmpty ? 1 : 0
        return reading
    }
}

/// The limits of one import, however small its file is.
package struct ImportBounds: Sendable {
    /// The most bytes that are read, unpacked.
    package var bytes: Int64 = 2 << 30
    /// The most things, including unreadable ones.
    package var items = 5_000_000
    package var pictures = 50_000
    /// The time for examining, and again for running.
    package var time = Duration.seconds(1800)
}
