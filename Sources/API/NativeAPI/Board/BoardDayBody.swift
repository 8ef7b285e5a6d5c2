import Board
import HTTPSupport
import Primitives
import Shelf

/// A day of the board with a page of its posts.
struct BoardDayBody: JSONWritable {
    static let schema = Schema.object(
        required: [
            ("date", .text), ("today", .flag), ("startsAt", .instant), ("endsAt", .instant), ("now", .instant),
            ("timeZone", .text), ("items", .array(.named("Post"))),
        ], optional: [("own", .named("Post")), ("nextCursor", .text)])

    let board: BoardDay
    let annotations: Annotations

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("date", board.day.text)
            json.field("today", board.isToday)
            json.field("startsAt", board.startsAt)
            json.field("endsAt", board.endsAt)
            json.field("now", board.now)
            json.field("timeZone", board.zone)
            if let own = board.own { json.field("own", PostBody(item: own, annotations: annotations)) }
            json.field("items", board.posts.items.map { PostBody(item: $0, annotations: annotations) })
            json.field("nextCursor", board.posts.next?.text)
        }
    }
}

/// A day of the archive.
struct ListedDayBody: JSONWritable {
    static let schema = Schema.object(
        required: [("date", .text), ("posts", .integer), ("comments", .integer)], optional: [])

    let day: ListedDay

    init(_ day: ListedDay) {
        self.day = day
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("date", day.day.text)
            json.field("posts", day.posts)
            json.field("comments", day.comments)
        }
    }
}
