import HTTPSupport
import Listening
import Primitives
import Shelf

/// A bookmark without its track, as it stands on the track's own page.
struct BookmarkBody: JSONWritable {
    static let required: [(String, Schema)] = [
        ("trackId", .text), ("positionMs", .integer), ("createdAt", .instant), ("changedAt", .instant),
    ]
    static let schema = Schema.object(required: required, optional: [("comment", .text)])

    let bookmark: Bookmark

    func write(to json: inout JSONWriter) {
        json.object { writeMembers(to: &$0) }
    }

    func writeMembers(to json: inout JSONWriter) {
        json.field("trackId", bookmark.track.rawValue)
        json.field("positionMs", bookmark.position.wholeMilliseconds)
        json.field("comment", bookmark.comment)
        json.field("createdAt", bookmark.createdAt)
        json.field("changedAt", bookmark.changedAt)
    }
}

struct BookmarkedTrackBody: JSONWritable {
    static let schema = Schema.object(
        required: BookmarkBody.required + [("track", .named("TrackItem"))], optional: [("comment", .text)])

    let item: BookmarkedTrack
    let annotations: Annotations

    func write(to json: inout JSONWriter) {
        json.object { json in
            BookmarkBody(bookmark: item.bookmark).writeMembers(to: &json)
            json.field("track", TrackItemBody(item.track, annotations))
        }
    }
}
