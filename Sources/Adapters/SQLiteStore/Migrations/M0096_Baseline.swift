import GRDB

extension Migration {
    /// Makes the whole schema, as the migrations before it made it in 85 steps.
    static let m0096Baseline = Migration(name: "0096 baseline") { db in
        for sql in Baseline.all { try db.execute(sql: sql) }
    }
}

/// The schema's tables by area, with their indexes and triggers, and the rows that a new database begins with.
/// `Tests/baseline` writes the definitions from a database.
enum Baseline {
    /// Each text is executed after the tables that its triggers are on.
    static let all = [
        server, journal, accounts, signIn, identityProvider, messaging, libraries, artists, albums, tracks, search,
        listening, scrobbling, statistics, statisticsOfCredits, statisticsOfMembers, annotations, shelf, playlists,
        lyrics, words, board, submissions, sound, podcasts, descriptions,
    ]
}
