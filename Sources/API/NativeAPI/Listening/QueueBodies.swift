import Catalog
import Shelf
import HTTPSupport
import Listening
import Primitives

struct QueueBody: JSONWritable {
    static let schema = Schema.object(
        required: [
            ("items", .array(.named("TrackItem"))), ("currentIndex", .integer), ("positionMs", .integer),
            ("revision", .integer),
        ], optional: [("updatedAt", .instant), ("client", .text)])

    let contents: QueueContents
    let annotations: Annotations

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("items", contents.items.map { TrackItemBody($0, annotations) })
            json.field("currentIndex", contents.queue.currentIndex)
            json.field("positionMs", contents.queue.position.wholeMilliseconds)
            json.field("revision", contents.queue.revision)
            json.field("updatedAt", contents.queue.updatedAt)
            json.field("client", contents.queue.client)
        }
    }
}

struct QueueStampBody: JSONWritable {
    static let schema = Schema.object(required: [("revision", .integer), ("updatedAt", .instant)], optional: [])

    let stamp: QueueStamp

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("revision", stamp.revision)
            json.field("updatedAt", stamp.updatedAt)
        }
    }
}

/// A new list for the queue.
struct QueueReplacementBody {
    static let schema = Schema.object(
        required: [("trackIds", .array(.text)), ("currentIndex", .integer), ("positionMs", .integer)],
        optional: [("client", .text), ("revision", .integer)])

    let replacement: QueueReplacement

    init(_ fields: consuming JSONFields) throws(DomainError) {
        var fields = fields
        let tracks = try fields.texts("trackIds", count: PlayQueue.longest, eachUpTo: 64)
        let index = try fields.integer("currentIndex", in: 0...Int64(PlayQueue.longest))
        let position = try fields.integer("positionMs", in: PositionBody.range)
        let client = try fields.optionalText("client", upTo: 256)
        let revision = try fields.optionalInteger("revision", in: 0...Int64.max)
        try fields.end()
        replacement = try QueueReplacement(
            tracks: tracks.map { ID<Track>($0) }, currentIndex: Int(index), position: .milliseconds(position),
            client: client, expected: revision)
    }
}

/// A step within the queue.
struct QueuePositionBody {
    static let schema = Schema.object(
        required: [("positionMs", .integer), ("revision", .integer)], optional: [("currentIndex", .integer)])

    let position: QueuePosition

    init(_ fields: consuming JSONFields) throws(DomainError) {
        var fields = fields
        let index = try fields.optionalInteger("currentIndex", in: 0...Int64(PlayQueue.longest))
        let offset = try fields.integer("positionMs", in: PositionBody.range)
        let revision = try fields.integer("revision", in: 0...Int64.max)
        try fields.end()
        position = try QueuePosition(
            currentIndex: index.map { Int($0) }, position: .milliseconds(offset), revision: revision)
    }
}
