import Catalog
import Foundation
import Primitives

/// Reads plays from the JSON of ListenBrainz and Last.fm.
///
/// ListenBrainz: objects with `listened_at` (seconds) and `track_metadata`, as in its exports and its API
/// (https://listenbrainz.readthedocs.io/en/latest/users/json.html). Last.fm: pages of `user.getRecentTracks`
/// (https://www.last.fm/api/show/user.getRecentTracks), alone or in an array, or their tracks; and what `scrobbles` has at
/// lastfmstats.com, with milliseconds.
enum HistoryObject {
    struct Reading {
        var items: [ImportItem] = []
        /// The number of plays without a name or a time.
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
        let additional = data["additional_info"] as? [String: Any] ?? [:]
        let mapping = data["mbid_mapping"] as? [String: Any] ?? [:]
        let length = whole(additional["duration_ms"]) ?? whole(additional["duration"]).map { $0 &* 1000 }
        let track = NamedTrack(
            recording: text(additional["recording_mbid"]) ?? text(mapping["recording_mbid"]),
            isrc: text(additional["isrc"]), title: title, artist: artist, album: text(data["release_name"]),
            durationMilliseconds: length)
        return .play(track, at: at, client: text(additional["submission_client"]) ?? text(additional["media_player"]))
    }

    private static func tracks(_ value: Any?) -> Reading {
        var reading = Reading()
        reading.source = .lastfm
        // A page with one track contains it without an array.
        let tracks = value as? [[String: Any]] ?? (value as? [String: Any]).map { [$0] } ?? []
        for track in tracks {
            if (track["@attr"] as? [String: Any])?["nowplaying"] != nil { continue }
            if let loved = ServiceObject.loved(track) {
                reading.items.append(loved)
            } else {
                reading.add(track["date"] is [String: Any] ? scrobble(track) : flat(track))
            }
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

    /// - Parameter bytes: the most bytes of UTF-8. Longer text was not typed by a user.
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

/// Reads times as exports of histories write them, all in UTC.
enum HistoryTime {
    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
    /// 2000-01-01 in seconds: before the first scrobble ever, so an earlier time is a player's wrong clock.
    private static let earliest: Int64 = 946_684_800

    /// Reads seconds since 1970, or milliseconds where the number would otherwise mean a time thousands of years ahead.
    /// Nil before 2000.
    static func instant(of number: Int64) -> Timestamp? {
        let milliseconds = number < 100_000_000_000 ? number &* 1000 : number
        guard milliseconds >= earliest * 1000, milliseconds < 253_402_300_800_000 else { return nil }
        return Timestamp(milliseconds: milliseconds)
    }

    /// Reads a number as above, `21 Nov 2026 17:07`, `21 Nov 2026, 17:07`, `2026-11-21 17:07:00`, or an ISO 8601 time.
    static func instant(of text: String) -> Timestamp? {
        if let number = Int64(text) { return instant(of: number) }
        let words = text.split { $0 == " " || $0 == "," || $0 == ":" }
        if words.count >= 5, let month = months.firstIndex(of: words[1].lowercased()), let day = Int(words[0]),
            let year = Int(words[2]), let hour = Int(words[3]), let minute = Int(words[4])
        {
            return date(year, month + 1, day, hour, minute, words.count > 5 ? Int(words[5]) ?? 0 : 0)
        }
        let hasSpace = words.count == 4 && text.utf8.count == 19
        let text = hasSpace ? text.replacing(" ", with: "T") + "Z" : text
        let plain = try? Date(text, strategy: .iso8601)
        let date = plain ?? (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
        return date.flatMap { instant(of: Int64(($0.timeIntervalSince1970 * 1000).rounded())) }
    }

    private static func date(
        _ year: Int, _ month: Int, _ day: Int, _ hour: Int, _ minute: Int, _ second: Int
    ) -> Timestamp? {
        guard (1970...9999).contains(year), (1...31).contains(day), (0..<24).contains(hour), (0..<60).contains(minute),
            (0..<61).contains(second), case let date = LocalDay(year: year, month: month, day: day),
            // 31 February reads as 3 March.
            date.civil.month == month
        else { return nil }
        return instant(of: Int64(date.number * 86_400 + hour * 3600 + minute * 60 + second))
    }
}
