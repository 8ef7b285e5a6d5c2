import Catalog
import HTTPSupport
import Hummingbird
import Primitives
import Shelf

/// The largest requests about playlists, in bytes.
enum PlaylistLimits {
    /// Twenty thousand ids of 64 characters, and some overhead.
    static let body = 1536 * 1024
    static let file = 8 * 1024 * 1024
}

/// A new playlist. Rules make it a smart one.
struct PlaylistDraftBody: InputBody {
    let name = Input<String>("name", .text(upTo: 4096))
    let description = Input<String?>("description", .text(upTo: 32 * 1024))
    let visibility = Input<PlaylistVisibility?>("visibility", .choice())
    let tracks = Input<[ID<Track>]?>("trackIds", .ids(upTo: PlaylistRules.longest))
    let rules = Input<SmartRules?>("rules", .rules)

    func read(_ request: Request) async throws -> PlaylistDraft {
        let (name, description, visibility, tracks, rules) = try await request.read(
            \.name, \.description, \.visibility, \.tracks, \.rules, of: self, upTo: PlaylistLimits.body)
        return try PlaylistDraft(
            name: name, description: description ?? "", visibility: visibility ?? .private, tracks: tracks ?? [],
            rules: rules)
    }
}

/// A change of a playlist, without its entries.
struct PlaylistChangeDraftBody: InputBody {
    let name = Input<String?>("name", .text(upTo: 4096))
    let description = Input<String?>("description", .text(upTo: 32 * 1024))
    let visibility = Input<PlaylistVisibility?>("visibility", .choice())
    let editors = Input<[String]?>("editors", .texts(upTo: PlaylistRules.mostEditors, eachUpTo: 256))
    let rules = Input<SmartRules?>("rules", .rules)
    let revision = Input<Int64?>("revision", .revision)

    func read(_ request: Request) async throws -> PlaylistEdit {
        try await request.read(self) { fields in
            var edit = PlaylistEdit(expecting: try fields.read(\.revision))
            if let name = try fields.read(\.name) { try edit.rename(name) }
            if let text = try fields.read(\.description) { try edit.describe(text) }
            edit.visibility = try fields.read(\.visibility)
            if let editors = try fields.read(\.editors) { try edit.invite(editors) }
            edit.rules = try fields.read(\.rules)
            return edit
        }
    }
}

extension InputKind where Value == SmartRules {
    /// The rules of a smart playlist.
    static var rules: Self {
        Self(.anything) { fields, name throws(DomainError) in
            guard let tree = fields.optionalTree(name) else { return nil }
            return try SmartRules(SmartNode(tree))
        }
    }
}

extension InputKind where Value == Int64 {
    /// The revision of a playlist that the client has seen.
    static var revision: Self { .integer(in: 0...Int64.max) }
}
