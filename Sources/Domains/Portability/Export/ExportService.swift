package import Primitives
import Journal

/// Everything a person has, as JSON, CSV and pictures in one archive that is made while it is sent.
package struct ExportService: Sendable {
    private static let page = 1000

    private let store: any PersonalDataStore
    private let archives: any ArchiveMaker
    private let blobs: any BlobStore
    private let clock: any WallClock

    package init(
        store: any PersonalDataStore, archives: any ArchiveMaker, blobs: any BlobStore,
        clock: any WallClock = SystemWallClock()
    ) {
        self.store = store
        self.archives = archives
        self.blobs = blobs
        self.clock = clock
    }

    /// Throws before anything is made when the caller may not.
    package func authorize(_ caller: Principal) throws(DomainError) {
        try caller.require(.manageOwnAccount)
    }

    /// Gives the archive to `sink`, piece by piece. Sections are read page by page: what changes meanwhile may be in it or not.
    package func export(as caller: Principal, to sink: ([UInt8]) async throws -> Void) async throws {
        try authorize(caller)
        let now = clock.now()
        let draft = try archives.make()
        func send(_ bytes: [UInt8]) async throws {
            if !bytes.isEmpty { try await sink(bytes) }
        }
        try await send(draft.begin(ExportManifest.name, at: now))
        try await send(draft.append(Array(ExportManifest.text(of: store.sections, at: now).utf8)))
        var pictures = Pictures()
        for section in store.sections {
            try await send(draft.begin("json/\(section).json", at: now))
            var separator = "[\n"
            try await walk(section, caller) { columns, rows in
                var text = ""
                for row in rows {
                    text += separator + PersonalText.json(row, columns)
                    separator = ",\n"
                }
                pictures.note(rows, columns)
                try await send(draft.append(Array(text.utf8)))
            }
            try await send(draft.append(Array((separator == "[\n" ? "[]\n" : "\n]\n").utf8)))
            try await send(draft.begin("csv/\(section).csv", at: now))
            var isFirst = true
            try await walk(section, caller) { columns, rows in
                var text = isFirst ? columns.map(PersonalText.cell).joined(separator: ",") + "\r\n" : ""
                isFirst = false
                for row in rows { text += PersonalText.csv(row) }
                try await send(draft.append(Array(text.utf8)))
            }
        }
        for key in pictures.keys {
            // What has been taken away meanwhile is not there any more.
            guard let bytes = try await blobs.read(key) else { continue }
            try await send(draft.begin(PictureFile.name(of: key), at: now))
            try await send(draft.append(bytes))
        }
        try await send(draft.finish())
    }

    /// Those that the rows tell of, each once.
    private struct Pictures {
        private(set) var keys: [BlobKey] = []
        private var known: Set<BlobKey> = []

        mutating func note(_ rows: [PersonalRow], _ columns: [String]) {
            guard let column = columns.firstIndex(of: PictureFile.column) else { return }
            for row in rows {
                guard case .text(let file) = row.values[column], let key = PictureFile.key(of: file),
                    known.insert(key).inserted
                else { continue }
                keys.append(key)
            }
        }
    }

    private func walk(
        _ section: String, _ caller: Principal, _ body: ([String], [PersonalRow]) async throws -> Void
    ) async throws {
        var place: PersonalPage.Place? = .beginning
        while let from = place {
            try Task.checkCancellation()
            let page = try await store.rows(
                of: section, for: caller.user, in: caller.libraries, after: from, limit: Self.page)
            try await body(page.columns, page.rows)
            place = page.next
        }
    }
}
