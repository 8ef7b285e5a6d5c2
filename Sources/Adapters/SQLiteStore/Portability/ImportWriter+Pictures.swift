import Primitives
import GRDB
import Portability
import Shelf

/// Pictures of what came along. What has one keeps it.
extension ImportWriter {
    /// Where a thing has its picture.
    private struct Place {
        let table: String
        let column: String
        let id: String
        let isOwn: Bool
        let isEmpty: Bool
    }

    func picture(of subject: ImportedPicture.Subject) throws -> ImportOutcome {
        // A trial has looked at the thing before, in a portion of which nothing was kept.
        guard let place = try place(of: subject) else { return isTrial ? .added : .unmatched }
        guard place.isOwn else { return .unmatched }
        return place.isEmpty ? .added : .present
    }

    /// False where it is not there, or has one.
    func keep(_ picture: BlobKey, of subject: ImportedPicture.Subject) throws -> Bool {
        guard let place = try place(of: subject), place.isOwn, place.isEmpty else { return false }
        try db.execute(
            sql: "UPDATE \(place.table) SET \(place.column) = ? WHERE id = ?", arguments: [picture.hex, place.id])
        return true
    }

    /// Nil where it is not there.
    private func place(of subject: ImportedPicture.Subject) throws -> Place? {
        switch subject {
        case .profile: return try place("account", "picture", owner: "id", user.rawValue)
        case .playlist(let id, _): return try place("playlist", "cover", owner: "owner", id)
        case .folder(let id, let name):
            let same = try folder(named: name)?.rawValue
            return try place("shelf_folder", "image", owner: "account", id)
                ?? same.flatMap { try place("shelf_folder", "image", owner: "account", $0) }
        case .shelfItem(let id, _): return try place("shelf_item", "cover", owner: "account", id)
        case .wish(let title, let artist):
            guard let wish = try WishReader(db, for: caller).wish(title: title, artist: artist) else { return nil }
            return try place("wish", "cover", owner: "account", wish.id.rawValue)
        }
    }

    private func place(_ table: String, _ column: String, owner: String, _ id: String) throws -> Place? {
        let sql = "SELECT \(owner) = ?, \(column) IS NULL FROM \(table) WHERE id = ?"
        return try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [user.rawValue, id]).map {
            Place(table: table, column: column, id: id, isOwn: $0[0], isEmpty: $0[1])
        }
    }
}
