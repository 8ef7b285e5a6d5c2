import GRDB

/// One restriction of a list to what is linked with something: a table of links, its column for the listed thing and
/// for the other.
///
/// Two plans serve it. A *narrow* filter finds few: all of them are read by way of the links, and sorted. A *wide* one
/// finds many: the list's own index is walked in order and the links are asked for each row, until the page is full.
/// `narrowLimit` parts them, so that neither a page's sort nor its walk grows with the library.
struct ListFilter: Sendable {
    static let narrowLimit = 2000

    /// The narrow plan's source.
    let links: String
    /// The condition in any plan; `item.id` is the listed thing.
    let condition: String
    /// How many there are, counted no further than the limit.
    let count: String
    let argument: String
    let value: String

    private init(_ table: String, listed: String, by column: String, _ value: String) {
        argument = column
        self.value = value
        links = "(SELECT DISTINCT \(listed) AS listed FROM \(table) WHERE \(column) = :\(column)) link"
        condition = "EXISTS (SELECT 1 FROM \(table) l WHERE l.\(column) = :\(column) AND l.\(listed) = item.id)"
        count = "SELECT count(*) FROM (SELECT 1 FROM \(table) WHERE \(column) = ? LIMIT \(Self.narrowLimit + 1))"
    }

    static func tracks(ofArtist id: String) -> Self { Self("track_artist", listed: "track", by: "artist", id) }
    static func tracks(ofGenre id: String) -> Self { Self("track_genre", listed: "track", by: "genre", id) }
    static func albums(ofArtist id: String) -> Self { Self("album_artist", listed: "album", by: "artist", id) }
    static func albums(ofGenre id: String) -> Self { Self("album_genre", listed: "album", by: "genre", id) }

    func isNarrow(_ db: Database) throws -> Bool {
        try Int.fetchOne(db.cachedStatement(sql: count), arguments: [value]) ?? 0 <= Self.narrowLimit
    }
}
