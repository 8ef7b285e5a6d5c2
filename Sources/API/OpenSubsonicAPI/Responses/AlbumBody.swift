import Catalog
import HTTPSupport
import Listening
import Primitives
import Shelf

/// An album: `AlbumID3` where albums are browsed by their tags, and `Child`, a directory, in the older calls.
struct AlbumBody: Sendable {
    private let album: AlbumProfile
    private let plays: PlayCount?
    private let annotation: Annotation

    init(_ album: AlbumProfile, _ userAnnotations: UserAnnotations) {
        self.album = album
        annotation = userAnnotations.annotations[album.item.id]
        plays = userAnnotations.listening.albums[album.item.id]
    }

    /// Writes it as `AlbumID3`, with `songs` where a reply shows them.
    func write(to writer: inout ReplyWriter, songs: [SongBody]? = nil) {
        writer.bareText("id", "al-", album.item.id.rawValue)
        writer.attribute("name", album.item.name)
        writeShared(to: &writer)
        if writer.detail == .full { writeAdditions(to: &writer) }
        if let songs { writer.array("song", songs) { $1.write(to: &$0) } }
    }

    /// Writes it as `Child`.
    ///
    /// - Parameter folder: the folder on the disk that the album is shown as.
    func writeDirectory(to writer: inout ReplyWriter, as folder: Folder? = nil) {
        if let folder {
            writer.bareText("id", "fo-", folder.id.rawValue)
        } else {
            writer.bareText("id", "al-", album.item.id.rawValue)
        }
        writer.attribute("isDir", true)
        writer.attribute("title", folder?.name ?? album.item.name)
        guard writer.detail != .minimal else { return }
        writer.attribute("name", folder?.name ?? album.item.name)
        writer.attribute("album", album.item.name)
        if let folder {
            if let parent = folder.parent { writer.bareText("parent", "fo-", parent.rawValue) }
        } else if let artist = album.item.artists.first {
            writer.bareText("parent", "ar-", artist.id.rawValue)
        }
        writer.bareText("albumId", "al-", album.item.id.rawValue)
        writeShared(to: &writer)
        guard writer.detail == .full else { return }
        writer.bareText("mediaType", "album")
        writeAdditions(to: &writer)
    }

    private func writeShared(to writer: inout ReplyWriter) {
        let item = album.item
        writer.attribute("artist", item.artists.credit)
        if let artist = item.artists.first { writer.bareText("artistId", "ar-", artist.id.rawValue) }
        writer.cover(item.cover, "al-", item.id.rawValue)
        writer.attribute("songCount", item.trackCount)
        writer.duration(item.durationMilliseconds)
        writer.attribute("playCount", plays?.plays ?? 0)
        writer.attribute("created", item.addedAt)
        writer.annotation(annotation, average: true)
        writer.attribute("year", item.year)
        writer.attribute("genre", album.facts.genres.first)
    }

    /// Writes the members that OpenSubsonic has added. A member that this server supports is present even when it is
    /// empty.
    private func writeAdditions(to writer: inout ReplyWriter) {
        let (item, facts) = (album.item, album.facts)
        let release = facts.release
        writer.attribute("played", plays?.lastPlayedAt)
        writer.attribute("version", release.version ?? "")
        writer.attribute("musicBrainzId", facts.musicBrainzRelease ?? "")
        writer.attribute("displayArtist", release.artistCredit ?? item.artists.credit)
        writer.attribute("sortName", release.sortName ?? "")
        writer.attribute("isCompilation", item.isCompilation)
        writer.bareText("explicitStatus", release.advisory?.rawValue ?? "")
        writer.array("recordLabels", release.recordLabels) { $0.attribute("name", $1) }
        writer.genres(facts.genres)
        writer.references("artists", item.artists)
        writer.texts("releaseTypes", release.types)
        writer.texts("moods", release.moods)
        writer.date("originalReleaseDate", facts.originalDate)
        writer.date("releaseDate", facts.releaseDate)
        writer.array("discTitles", release.discTitles) { writer, disc in
            writer.attribute("disc", disc.disc)
            writer.attribute("title", disc.title)
        }
    }
}
