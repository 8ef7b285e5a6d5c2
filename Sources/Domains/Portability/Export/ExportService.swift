import Journal
package import Primitives

/// Exports everything that belongs to a user, as JSON, CSV and pictures in one archive. The archive is made while it is
/// sent.
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

    /// Checks the permission, before anything is made.
    package func authorize(_ caller: Principal) throws(DomainError) {
        try caller.require(.manageOwnAccount)
    }

    /// Passes the archive to `sink`, in chunks. Sections are read page by page, so changes made meanwhile may be
    /// missing.
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
            // A picture may have been removed meanwhile.
            guard let bytes = try await blobs.read(key) else { continue }
            try await send(draft.begin(PictureFile.name(of: key), at: now))
            try await send(draft.append(bytes))
        }
        try await send(draft.finish())
    }

    /// The pictures that the rows name, each once.
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

/// Creates archives.
package protocol ArchiveMaker: Sendable {
    func make() throws -> any ArchiveDraft
}

/// An archive in the making. Each call returns the bytes that are ready, possibly none.
package protocol ArchiveDraft: Sendable {
    /// Begins the next entry.
    func begin(_ name: String, at instant: Timestamp) async throws -> [UInt8]
    /// Appends to the present entry.
    func append(_ bytes: [UInt8]) async throws -> [UInt8]
    /// Ends the archive.
    func finish() async throws -> [UInt8]
}
