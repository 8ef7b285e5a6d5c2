package import Journal
package import Primitives

/// Which folders the gateway plays from. Every call needs `manageLibraries`.
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

    /// Adds the folder `path`, which must be absolute, there, and readable. It is kept in its canonical form; a scan
    /// fills it. Files of a library that was removed, here or elsewhere, are the tracks that they were.
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
        let library = Library(id: .make(at: now), name: name, path: root.path, addedAt: now)
        let stored = try await store.insert(library) { stored in
            JournalEntry(
                at: now, by: actor, "library.add", JournalEntry.Subject(kind: "library", id: stored.id.rawValue),
                details: ["name": stored.name, "path": stored.displayPath])
        } check: { others in
            try LibraryPathRules.check(root.path, against: others.map(\.path))
            // People choose among libraries by their names alone.
            guard !others.contains(where: { FoldedText.fold($0.name) == FoldedText.fold(name) }) else {
                throw DomainError(
                    .conflict, "There is a library of this name", reason: "library_name_taken", field: "name")
            }
        }
        return LibraryItem(library: stored, trackCount: 0, problemCount: 0, lastScanAt: nil)
    }

    /// Takes a library and its tracks out of the catalogue; the files stay, and so does what people have heard. Refused while a scan
    /// runs, and while approved music is on its way into it.
    package func remove(
        _ id: ID<Library>, as caller: Principal, by actor: JournalEntry.Actor
    ) async throws {
        try caller.require(.manageLibraries)
        let entry = JournalEntry(
            at: clock.now(), by: actor, "library.remove", JournalEntry.Subject(kind: "library", id: id.rawValue))
        let removed = try await runner.whileIdle { try await store.remove(id, entry: entry) }
        guard removed else { throw DomainError.notFound("There is no such library") }
    }

    /// The files that could not be taken in.
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
