import Accounts
import Journal
package import Primitives

/// The folders of a shelf.
extension ShelfService {
    package func folders(
        _ page: PageRequest, as caller: Principal
    ) async throws -> (folders: Page<ShelfFolder>, count: ShelfCount) {
        try caller.require(.listen)
        return try await store.folders(for: caller, page)
    }

    package func folder(_ id: ID<ShelfFolder>, as caller: Principal) async throws -> ShelfFolder {
        try caller.require(.listen)
        return try await store.folder(id, for: caller)
    }

    /// Throws `conflict` with reason `folder_exists` where another of the caller's folders has the name.
    package func create(
        _ draft: FolderDraft, as caller: Principal, from origin: String
    ) async throws -> ID<ShelfFolder> {
        try caller.require(.listen)
        let instant = clock.now()
        let id = ID<ShelfFolder>.make(at: instant)
        let entry = JournalEntry(
            at: instant, by: caller, from: origin, "folder.create", .init("folder", id),
            details: ["name": draft.name])
        try await store.edit { shelf in
            let writes = try ShelfDecisions(for: caller, at: instant, shelf).add(draft, id)
            return Changes(writes, entry, ShelfItemEvents.event(.folders, folder: id, of: caller.user))
        }
        return id
    }

    /// Throws `conflict` with reason `folder_exists` where another of the caller's folders has the name.
    package func edit(
        _ id: ID<ShelfFolder>, _ change: FolderChange, as caller: Principal, from origin: String
    ) async throws {
        try caller.require(.listen)
        let instant = clock.now()
        let entry = JournalEntry(
            at: instant, by: caller, from: origin, "folder.edit", .init("folder", id), details: change.summary)
        try await store.edit { shelf in
            let writes = try ShelfDecisions(for: caller, at: instant, shelf).edit(id, change)
            return Changes(writes, entry, ShelfItemEvents.event(.folders, folder: id, of: caller.user))
        }
    }

    /// Sets the folder's picture. `bytes` is a complete JPEG, PNG or WebP file, whatever its declared type; a square
    /// version of it is stored.
    package func setImage(
        _ bytes: [UInt8], of id: ID<ShelfFolder>, as caller: Principal, from origin: String
    ) async throws {
        // Checked before the picture is stored, so that nobody fills the disk with pictures for another user's folder.
        _ = try await folder(id, as: caller)
        let image = try await pictures.store(bytes, as: caller)
        try await edit(id, FolderChange(image: .some(image)), as: caller, from: origin)
    }

    /// Deletes those of `ids` that exist, and returns their number. Their items stay on the shelf.
    package func delete(_ ids: [ID<ShelfFolder>], as caller: Principal, from origin: String) async throws -> Int {
        try caller.require(.listen)
        guard ids.count <= ShelfRules.mostFolders else {
            throw DomainError.invalid("ids contains more than \(ShelfRules.mostFolders) items", field: "ids")
        }
        let instant = clock.now()
        return try await store.edit { shelf in
            let found = try shelf.folders(among: ids, of: caller.user).sorted { $0.rawValue < $1.rawValue }
            guard !found.isEmpty else { return (nil, 0) }
            let changes = Changes<ShelfWrite>(
                at: instant, .removeFolders(found),
                journal: found.map {
                    JournalEntry(at: instant, by: caller, from: origin, "folder.delete", .init("folder", $0))
                }, events: found.map { ShelfItemEvents.event(.folders, folder: $0, of: caller.user) })
            return (changes, found.count)
        }
    }
}
