import Primitives
import Shelf

/// A playlist, with `songs` where they are shown with it.
struct PlaylistBody: Sendable {
    private let playlist: Playlist
    private let editors: [PlaylistPerson]

    init(_ playlist: Playlist, editors: [PlaylistPerson] = []) {
        self.playlist = playlist
        self.editors = editors
    }

    func write(to writer: inout ReplyWriter, songs: [SongBody]? = nil) {
        writer.bareText("id", "pl-", playlist.id.rawValue)
        writer.attribute("name", playlist.name)
        writer.attribute("comment", playlist.description)
        writer.attribute("owner", playlist.owner.username)
        writer.attribute("public", playlist.visibility == .public)
        writer.attribute("songCount", songs?.count ?? playlist.totals.entries - playlist.totals.missing)
        writer.duration(playlist.totals.durationMilliseconds)
        writer.attribute("created", playlist.createdAt)
        writer.attribute("changed", playlist.changedAt)
        writer.cover(playlist.cover ?? playlist.covers.first, "pl-", playlist.id.rawValue)
        if !writer.quirks.isLegacy {
            writer.attribute("readonly", !playlist.mayEdit)
            writer.texts("allowedUser", editors.map(\.username))
        }
        if let songs { writer.array("entry", songs) { $1.write(to: &$0) } }
    }
}
