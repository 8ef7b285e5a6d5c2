import Catalog
import HTTPSupport
import Listening
import Primitives

struct StatusBody: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.object { $0.field("status", "ok") }
    }
}

/// Whether a token is right, and whose it is.
struct TokenBody: JSONWritable {
    /// Nil for a wrong one.
    let username: String?

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("code", 200)
            json.field("message", username == nil ? "Token invalid." : "Token valid.")
            json.field("valid", username != nil)
            json.field("user_name", username)
        }
    }
}

struct ListenCountBody: JSONWritable {
    let count: Int

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.object("payload") { $0.field("count", count) }
        }
    }
}

/// Plays with the names of their tracks.
struct ListensBody: JSONWritable {
    let plays: [DescribedPlay]
    let username: String
    let newest: Timestamp?
    let oldest: Timestamp?

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.object("payload") { json in
                json.field("count", plays.count)
                json.field("user_id", username)
                json.field("latest_listen_ts", newest?.wholeSeconds ?? 0)
                json.field("oldest_listen_ts", oldest?.wholeSeconds ?? 0)
                json.key("listens")
                json.array(plays) { json, play in
                    json.object { json in
                        json.field("listened_at", play.play.playedAt.wholeSeconds)
                        json.field("recording_msid", play.track.item.id.rawValue)
                        json.field("user_name", username)
                        json.key("track_metadata")
                        TrackMetadata(track: play.track, client: play.play.client).write(to: &json)
                    }
                }
            }
        }
    }
}

struct PlayingNowBody: JSONWritable {
    /// Nil when nothing plays.
    let track: TrackDetails?
    let client: String?
    let username: String

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.object("payload") { json in
                json.field("count", track == nil ? 0 : 1)
                json.field("playing_now", true)
                json.field("user_id", username)
                json.key("listens")
                json.array([track].compactMap(\.self)) { json, track in
                    json.object { json in
                        json.field("playing_now", true)
                        json.key("track_metadata")
                        TrackMetadata(track: track, client: client).write(to: &json)
                    }
                }
            }
        }
    }
}

/// The names and ids of a track.
struct TrackMetadata: JSONWritable {
    let track: TrackDetails
    let client: String?

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("artist_name", track.item.artists.map(\.name).joined(separator: ", "))
            json.field("track_name", track.item.title)
            json.field("release_name", track.item.albumName)
            json.object("additional_info") { json in
                json.field("duration_ms", track.item.durationMilliseconds)
                json.field("tracknumber", track.item.trackNumber)
                json.field("isrc", track.isrc)
                json.field("recording_mbid", track.musicBrainzRecording)
                json.field("release_mbid", track.musicBrainzRelease)
                json.field("release_group_mbid", track.musicBrainzReleaseGroup)
                json.field("media_player", client)
                json.field("recording_msid", track.item.id.rawValue)
            }
        }
    }
}

extension Timestamp {
    /// Seconds since 1970, as the protocol counts time.
    var wholeSeconds: Int64 { milliseconds / 1000 }
}
