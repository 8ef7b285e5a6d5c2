import Foundation
import Primitives

/// Plays out of the JSON of ListenBrainz and Last.fm.
///
/// ListenBrainz: objects of `listened_at` (seconds) and `track_metadata`, as its exports and its API have them
/// (https://listenbrainz.readthedocs.io/en/latest/users/json.html). Last.fm: pages of `user.getRecentTracks`
/// (https://www.last.fm/api/show/user.getRecentTracks), alone or in an array, or their tracks; and `scrobbles` with milliseconds, as
/// lastfmstats.com exports them.
enum HistoryObject {
    struct Reading {
        var items: [ImportItem] = []
        /// Those without a name or a time.
        var unreadable = 0
        var source: ImportSource?
    }

    static func read(_ object: [String: Any]) -> Reading {
        var reading = Reading()
        if object["track_metadata"] != nil || object["listened_at"] != nil {
            reading.source = .listenbrainz
            reading.add(listen(object))
        } else if let page = object["recenttracks"] as? [String: Any] {
            return tracks(page["track"])
        } else if let tracks = object["track"] as? [Any] {
            return self.tracks(tracks)
        } else if let scrobbles = object["scrobbles"] as? [[String: Any]] {
            reading.source = .lastfm
            for scrobble in scrobbles { reading.add(flat(scrobble)) }
        } else if object["artist"] is String, object["track"] is String {
            reading.source = .lastfm
            reading.add(flat(object))
        } else if object["artist"] != nil {
            return tracks([object])
        }
        return reading
    }

    private static func listen(_ object: [String: Any]) -> ImportItem? {
        guard let data = object["track_metadata"] as? [String: Any], let title = text(data["track_name"]),
            let artist = text(data["artist_name"]), let at = seconds(object["listened_at"] ?? object["timestamp"])
        else { return nil }
        let further = data["additional_info"] as? [String: Any] ?? [:]
        let mapping = data["mbid_mapping"] as? [String: Any] ?? [:]
        let length = whole(further["duration_ms"]) ?? whole(further["duration"]).map { $0 &* 1000 }
        let track = NamedTrack(
            recording: text(further["recording_mbid"]) ?? text(mapping["recording_mbid"]),
            isrc: text(further["isrc"]), title: title, artist: artist, album: text(data["release_name"]),
            durationMilliseconds: length)
        return .play(track, at: at, client: text(further["submission_client"]) ?? text(further["media_player"]))
    }

    private static func tracks(_ value: Any?) -> Reading {
        var reading = Reading()
        reading.source = .lastfm
        // A page with one track has it without an array.
        let tracks = value as? [[String: Any]] ?? (value as? [String: Any]).map { [$0] } ?? []
        for track in tracks {
            if (track["@attr"] as? [String: Any])?["nowplaying"] != nil { continue }
            reading.add(track["date"] is [String: Any] ? scrobble(track) : flat(track))
        }
        return reading
    }

    private static func scrobble(_ track: [String: Any]) -> ImportItem? {
        guard let title = text(track["name"]), let artist = name(track["artist"]),
            let at = seconds((track["date"] as? [String: Any])?["uts"])
        else { return nil }
        return .play(
            NamedTrack(recording: text(track["mbid"]), title: title, artist: artist, album: name(track["album"])),
            at: at, client: nil)
    }

    private static func flat(_ object: [String: Any]) -> ImportItem? {
        guard let title = text(object["track"]) ?? text(object["name"]), let artist = name(object["artist"]),
            let date = whole(object["date"]) ?? whole(object["uts"]), let at = HistoryTime.instant(of: date)
        else { return nil }
        return .play(
            NamedTrack(title: title, artist: artist, album: name(object["album"])), at: at, client: nil)
    }

    private static func name(_ value: Any?) -> String? {
        guard let object = value as? [String: Any] else { return text(value) }
        return text(object["#text"]) ?? text(object["name"])
    }

    /// - Parameter bytes: of UTF-8; what is longer is nothing that anybody has typed there.
    static func text(_ value: Any?, upTo bytes: Int = 4096) -> String? {
        guard let text = value as? String, !text.isEmpty, text.utf8.count <= bytes else { return nil }
        return text
    }

    private static func seconds(_ value: Any?) -> Timestamp? {
        whole(value).flatMap(HistoryTime.instant)
    }

    static func whole(_ value: Any?) -> Int64? {
        if let text = value as? String { return Int64(text) }
        return (value as? NSNumber).flatMap { Int64(exactly: $0.doubleValue.rounded()) }
    }
}

extension HistoryObject.Reading {
    fileprivate mutating func add(_ item: ImportItem?) {
        if let item { items.append(item) } else { unreadable += 1 }
    }
}
