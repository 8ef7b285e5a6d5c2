/// Goes through a library folder by folder, depth first and by name, holding no more than the names on the way down.
struct FolderWalk: Sendable {
    enum Visit: Sendable {
        case folder([UInt8], FolderListing)
        /// A folder that cannot be looked into; what is known of it stays as it is.
        case unreadable([UInt8], FileProblem)
    }

    static let maximumDepth = 64

    private let walker: any LibraryWalker
    private let root: LibraryRoot
    /// Folders still to visit, the next one last.
    private var pending: [[UInt8]] = [[]]

    init(_ root: LibraryRoot, walker: any LibraryWalker) {
        self.root = root
        self.walker = walker
    }

    /// The next folder; nil at the end. A top folder that cannot be read is thrown as its `FileProblem`.
    mutating func next() async throws -> Visit? {
        guard let folder = pending.popLast() else { return nil }
        try Task.checkCancellation()
        let depth = folder.isEmpty ? 0 : folder.split(separator: UInt8(ascii: "/")).count
        guard depth <= Self.maximumDepth else {
            return .unreadable(folder, FileProblem(.unreadable, "Folders are looked into \(Self.maximumDepth) deep"))
        }
        do {
            let listing = try await walker.list(folder, in: root)
            for name in listing.folders.reversed() {
                pending.append(folder.isEmpty ? name : folder + [UInt8(ascii: "/")] + name)
            }
            return .folder(folder, listing)
        } catch let problem as FileProblem where !folder.isEmpty {
            return .unreadable(folder, problem)
        }
    }
}
