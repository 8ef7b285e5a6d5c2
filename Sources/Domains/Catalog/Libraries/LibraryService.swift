package import Journal
package import Primitives

/// Manages the libraries, the folders that the server plays from. Every call needs `manageLibraries`.
package struct LibraryService: Sendable {
    private let store: any LibraryStore
    private let walker: any LibraryWalker
    private let runner: ScanRunner
    private let clock: any WallClock
    private let reserved: [[UInt8]]

    /// - Parameter reserved: folders that no library may overlap, such as the data folder; absolute and canonical.
    package init(
        store: any LibraryStore, walker: any LibraryWalker, runner: ScanRunner, clock: any WallClock,
        reserved: [[UInt8]]
    ) {
        self.store = store
        self.walker = walker
        self.runner = runner
        self.clock = clock
        self.reserved = reserved
    }

    package func list(as caller: Principal) async throws -> [LibraryItem] {
        try caller.require(.manageLibraries)
        return try await store.items()
    }

    /// Adds the folder `path`, which must be absolute, existing and readable. It is stored in its canonical form; a
    /// scan adds its tracks. Files of a removed library, at this or another path, become the same tracks again.
    package func add(
        name: String, path: [UInt8], as caller: Principal, by actor: JournalEntry.Actor
    ) async throws -> LibraryItem {
        try caller.require(.manageLibraries)
        let name = try Self.name(name)
        guard path.first == UInt8(ascii: "/"), path.count <= 4096, !path.contains(0) else {
            throw DomainError.invalid(
                "The path must be absolute: it begins with /", field: "path", reason: "library_unreadable")
        }
        let root: LibraryRoot
        do {
            root = try await walker.root(path)
        } catch let error as FileProblem {
            throw DomainError.invalid(error.detail, field: "path", reason: "library_unreadable")
        }
        try LibraryPathRules.check(root.path, against: reserved)
        let now = clock.now()
        let library = try await store.edit { libraries in
            let others = try libraries.libraries()
            try LibraryPathRules.check(root.path, against: others.map(\.path))
            // Users choose among libraries by their names alone.
            guard !others.contains(where: { FoldedText.fold($0.name) == FoldedText.fold(name) }) else {
                throw DomainError(
                    .conflict, "Another library has this name. Choose another one", reason: "library_name_taken",
                    field: "name")
            }
            let id = try libraries.removedLibrary(at: root.path) ?? .make(at: now)
            let library = Library(id: id, name: name, path: root.path, addedAt: now)
            let entry = JournalEntry(
                at: now, by: actor, "library.add", .init("library", id),
                details: ["name": name, "path": library.displayPath])
            return (Changes(at: now, .put(library), journal: [entry]), library)
        }
        return LibraryItem(library: library, trackCount: 0, problemCount: 0, lastScanAt: nil)
    }

    /// Removes a library and its tracks from the catalog. The files and the listening history stay. Refused while a
    /// scan runs, and while approved music is being added to it.
    package func remove(
        _ id: ID<Library>, as caller: Principal, by actor: JournalEntry.Actor
    ) async throws {
        try caller.require(.manageLibraries)
        let now = clock.now()
        try await runner.whileIdle {
            try await store.edit { libraries in
                guard try libraries.libraries().contains(where: { $0.id == id }) else {
                    throw DomainError.notFound("There is no such library")
                }
                // An arriving file would be left behind, and a later scan would find it whatever happens to its
                // submission.
                guard try !libraries.awaitsMusic(id) else { throw DomainError.libraryAwaitsMusic }
                let entry = JournalEntry(at: now, by: actor, "library.remove", .init("library", id))
                return Changes(at: now, .remove(id, at: now), journal: [entry])
            }
        }
    }

    /// The files that could not be added.
    package func problems(
        of library: ID<Library>?, _ page: PageRequest, as caller: Principal
    ) async throws -> Page<LibraryProblem> {
        try caller.require(.manageLibraries)
        return try await store.problems(of: library, page)
    }

    private static func name(_ text: String) throws(DomainError) -> String {
        let name = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard (1...100).contains(name.count),
            !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else {
            throw .invalid("A name has 1 to 100 characters", field: "name")
        }
        return name
    }
}

/// The rules for the folders of libraries.
enum LibraryPathRules {
    /// Throws `conflict` with reason `library_overlaps` if `path` equals, contains or is inside one of `taken`. All
    /// paths are canonical.
    static func check(_ path: [UInt8], against taken: [[UInt8]]) throws(DomainError) {
        for other in taken where contains(path, other) || contains(other, path) {
            throw DomainError(
                .conflict, "This folder overlaps \(String(decoding: other, as: UTF8.self))",
                reason: "library_overlaps", field: "path")
        }
    }

    /// Whether `inner` equals `outer` or is inside it.
    static func contains(_ outer: [UInt8], _ inner: [UInt8]) -> Bool {
        guard inner.starts(with: outer) else { return false }
        return inner.count == outer.count || outer.last == UInt8(ascii: "/") || inner[outer.count] == UInt8(ascii: "/")
    }
}

extension DomainError {
    package static let libraryAwaitsMusic = DomainError(
        .conflict, "Approved music is being added to this library. Try again when it is there",
        reason: "library_awaits_music")
    package static let noSuchLibrary = invalid(
        "There is no such library", field: "libraryId", reason: "library_not_found")
}
