import Catalog
import HTTPSupport
import Shelf

/// The caller's shelf in numbers.
struct ShelfStatisticsBody: JSONWritable {
    static let schema = Schema.object(
        required: [
            ("items", .integer), ("durationMs", .integer),
            ("ratings", .array(.object(required: [("rating", .number), ("items", .integer)], optional: []))),
        ],
        optional: [
            ("favoriteGenre", .object(required: [("name", .text), ("items", .integer)], optional: [])),
            ("averageRating", .number),
        ])

    let statistics: ShelfStatistics

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("items", statistics.items)
            json.field("durationMs", statistics.durationMilliseconds)
            if let genre = statistics.favoriteGenre {
                json.key("favoriteGenre")
                json.object { json in
                    json.field("name", genre.name)
                    json.field("items", genre.items)
                }
            }
            json.field("averageRating", statistics.averageRating)
            json.key("ratings")
            json.array(statistics.ratings) { json, rated in
                json.object { json in
                    json.field("rating", rated.rating.stars)
                    json.field("items", rated.items)
                }
            }
        }
    }
}
