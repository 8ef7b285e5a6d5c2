import Board
import GRDB
import Primitives
import Listening

/// Where it is written how often each track, album, artist or genre was heard in a period: in the tally, or, for periods that hold few
/// plays and so have none, in the history itself.
struct PlayCountSource {
    enum Place: Equatable {
        /// `listening_tally`, under this number.
        case tally(span: Int)
        case history
    }

    let audience: StatisticsAudience
    let period: StatisticsPeriod
    let scope: LibraryScope

    var place: Place {
        let (year, month, _) = period.first.civil
        switch (period.unit, audience) {
        case (.all, _): return .tally(span: 0)
        case (.year, _): return .tally(span: year)
        case (.month, .group): return .tally(span: year * 100 + month)
        case (.day, _), (.week, _), (.month, .person): return .history
        }
    }

    /// Rows of `subject`, `plays` and `heard_ms`, one for each subject, in no order.
    func rows(_ kind: RankedKind) -> String {
        switch place {
        case .tally: Self.tallied(kind, scope)
        case .history: Self.added(kind, audience, scope)
        }
    }

    var arguments: StatementArguments {
        var arguments = scope.arguments
        switch place {
        case .tally(let span): arguments += ["who": audience.who, "span": span]
        case .history:
            if case .person(let user) = audience { arguments += ["who": user.rawValue] }
            arguments += ["first": period.first.number, "last": period.last.number]
        }
        return arguments
    }

    /// A track or album is in one library, so that its row is all there is of it.
    static func tallied(_ kind: RankedKind, _ scope: LibraryScope) -> String {
        let rows = """
            FROM listening_tally
            WHERE who = :who AND span = :span AND kind = '\(kind.rawValue)'\(scope.and("library"))
            """
        return switch kind {
        case .track, .album: "SELECT subject, plays, heard_ms \(rows)"
        case .artist, .genre:
            "SELECT subject, sum(plays) AS plays, sum(heard_ms) AS heard_ms \(rows) GROUP BY subject"
        }
    }

    static func added(_ kind: RankedKind, _ audience: StatisticsAudience, _ scope: LibraryScope) -> String {
        """
        SELECT \(subject(kind)) AS subject, sum(heard.plays) AS plays, sum(heard.heard_ms) AS heard_ms
        FROM (SELECT p.track, count(*) AS plays, sum(p.heard_ms) AS heard_ms FROM play p \(from(audience))
          AND p.day BETWEEN :first AND :last GROUP BY p.track) heard
        CROSS JOIN track t ON t.id = heard.track\(scope.and("t.library")) \(join(kind))
        GROUP BY subject
        """
    }

    /// How many different things there are in the history of a period, with the plays looked at once.
    static func variety(_ audience: StatisticsAudience, _ scope: LibraryScope) -> String {
        """
        WITH heard AS MATERIALIZED (
          SELECT t.id AS track, t.album FROM (SELECT p.track FROM play p \(from(audience))
            AND p.day BETWEEN :first AND :last GROUP BY p.track) own
          CROSS JOIN track t ON t.id = own.track\(scope.and("t.library")))
        SELECT (SELECT count(*) FROM heard) AS tracks, (SELECT count(DISTINCT album) FROM heard) AS albums,
          (SELECT count(DISTINCT l.artist) FROM heard
            CROSS JOIN track_artist l ON l.track = heard.track AND l.role = 'performer') AS artists,
          (SELECT count(DISTINCT l.genre) FROM heard CROSS JOIN track_genre l ON l.track = heard.track) AS genres
        """
    }

    /// Up to the condition of whose plays they are.
    static func from(_ audience: StatisticsAudience) -> String {
        switch audience {
        case .person: "INDEXED BY play_own_day WHERE p.account = :who"
        case .group: "INDEXED BY play_by_day WHERE p.account IN (SELECT account FROM listening_shared)"
        }
    }

    static func subject(_ kind: RankedKind) -> String {
        switch kind {
        case .track: "t.id"
        case .album: "t.album"
        case .artist: "l.artist"
        case .genre: "l.genre"
        }
    }

    /// What a track counts for, once for each.
    static func join(_ kind: RankedKind) -> String {
        switch kind {
        case .track, .album: ""
        case .artist:
            """
            CROSS JOIN track_artist l ON l.track = t.id AND l.role = 'performer'
              AND NOT EXISTS (SELECT 1 FROM track_artist e WHERE e.track = l.track AND e.role = 'performer'
                AND e.artist = l.artist AND e.position < l.position)
            """
        case .genre:
            """
            CROSS JOIN track_genre l ON l.track = t.id AND NOT EXISTS (SELECT 1 FROM track_genre e
              WHERE e.track = l.track AND e.genre = l.genre AND e.position < l.position)
            """
        }
    }
}

extension StatisticsAudience {
    /// As the tables of sums name it.
    var who: String {
        switch self {
        case .person(let user): user.rawValue
        case .group: ""
        }
    }
}
