import GRDB
import Primitives

/// The schema before the baseline: the one that the 85 migrations of commit `c929e94f` made.
///
/// A database with this schema is taken for the baseline, which makes the same: only the list of its migrations
/// changes. Decision 0077.
enum FormerSchema {
    /// The last commit with these migrations. An older database has to pass through its version.
    static let commit = "c929e94f"

    static let migrations = Set(
        """
        0000 journal, 0001 accounts, 0002 catalogue, 0003 listening, 0004 confirmation, 0005 removal, 0006 artwork,
        0007 browsing, 0008 access, 0009 edits, 0010 device keys, 0011 folders, 0012 opinions, 0013 playlists,
        0014 shares, 0015 radio, 0016 bookmarks, 0017 further tags, 0018 lyrics, 0019 board, 0020 events,
        0021 library counts, 0022 statistics, 0024 shelf items, 0025 wishes, 0026 notifications, 0027 smart playlists,
        0028 revoked days, 0029 submissions, 0032 journal chain, 0033 plans, 0034 office, 0035 backups,
        0036 two-factor, 0037 mail, 0038 fingerprints, 0039 link imports, 0040 scheduled since, 0041 further pictures,
        0042 token scopes, 0043 email undo, 0044 cleanup, 0045 clock, 0047 daily overview, 0049 picture access,
        0050 locales and popularity, 0055 wishes by title, 0056 token generations, 0057 image owners,
        0058 picture times, 0060 withdrawals, 0061 hidden playlists, 0062 reports, 0063 journal kinds, 0064 downloads,
        0065 explicit, 0066 joint artists, 0067 analysis, 0068 sound rules, 0069 lyrics formats, 0070 song numbers,
        0071 word index, 0072 written lyrics, 0073 lyrics sidecars, 0074 lyrics providers, 0075 server figures,
        0076 home, 0077 playlist folders, 0078 station pictures, 0079 shading mode, 0080 moments, 0081 speakers,
        0082 scrobbling, 0083 last.fm, 0084 renderers, 0085 imported songs, 0086 outside songs, 0087 podcasts,
        0088 descriptions, 0089 identity provider, 0090 passkeys, 0091 outside posts, 0092 outside on shelf,
        0093 episode indexes, 0095 explicit podcasts
        """
        .split(separator: ",").map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") })

    /// The objects of a database that are not as the migrations made them; empty if there are none.
    static func differences(in db: Database) throws -> [String] {
        try SchemaCatalog(db).differences(from: baseline())
    }

    /// Lists the baseline in place of the migrations that made the same schema.
    static func takeForBaseline(_ db: Database) throws {
        // Another process may have done it since the file was examined.
        guard try SchemaState(of: db, known: .all) == .former else { return }
        try SchemaRefusal.require(of: db, known: .all, in: .folder)
        try db.execute(sql: "DELETE FROM grdb_migrations")
        try db.execute(
            sql: "INSERT INTO grdb_migrations (identifier) VALUES (?)", arguments: [Migration.m0096Baseline.name])
    }

    private static func baseline() throws -> SchemaCatalog {
        let database = try DatabaseQueue()
        defer { try? database.close() }
        return try database.write { db in
            try Migration.m0096Baseline.apply(db)
            return try SchemaCatalog(db)
        }
    }
}

/// Whether this version of Rondo can use a database, by the migrations that the database has been through.
enum SchemaState: Equatable {
    /// It has been through migrations of this version, or none yet.
    case current
    /// It has been through all migrations before the baseline.
    case former
    /// It has been through some of the migrations before the baseline.
    case older
    /// It has been through a migration that this version does not know.
    case newer

    init(_ migrations: [String], known: [Migration]) {
        let applied = Set(migrations)
        if applied.isSubset(of: known.map(\.name)) {
            self = .current
        } else if applied == FormerSchema.migrations {
            self = .former
        } else {
            self = applied.isSubset(of: FormerSchema.migrations) ? .older : .newer
        }
    }

    init(of db: Database, known: [Migration]) throws {
        self.init(
            try db.hasTable("grdb_migrations")
                ? String.fetchAll(db, sql: "SELECT identifier FROM grdb_migrations") : [], known: known)
    }
}

/// The messages about schemas that this version does not use.
enum SchemaRefusal {
    /// The place of a database.
    enum Place {
        case folder, backup

        var code: DomainError.Code { self == .folder ? .unavailable : .conflict }
    }

    /// Throws where this version cannot use the schema of `db`, with reason `schema_newer`, `schema_older` or
    /// `schema_differs`.
    static func require(of db: Database, known: [Migration], in place: Place) throws {
        switch try SchemaState(of: db, known: known) {
        case .current: break
        case .former:
            let differences = try FormerSchema.differences(in: db)
            guard differences.isEmpty else { throw differing(differences, in: place) }
        case .older: throw older(in: place)
        case .newer: throw newer(in: place)
        }
    }

    private static func newer(in place: Place) -> DomainError {
        let message =
            switch place {
            case .folder: "The data folder was written by a newer version of Rondo; start that version"
            case .backup: "The backup was made by a newer version of Rondo; restore it with that version"
            }
        return DomainError(place.code, message, reason: "schema_newer")
    }

    private static func older(in place: Place) -> DomainError {
        let message =
            switch place {
            case .folder:
                "The data folder was written by an older version of Rondo; start the version of commit \(FormerSchema.commit) on it once, then this one"
            case .backup:
                "The backup was made by an older version of Rondo; restore it with the version of commit \(FormerSchema.commit), then start this one on that data folder"
            }
        return DomainError(place.code, message, reason: "schema_older")
    }

    private static let mostNamed = 5

    private static func differing(_ differences: [String], in place: Place) -> DomainError {
        let named =
            differences.prefix(mostNamed).joined(separator: "; ")
            + (differences.count > mostNamed ? "; and \(differences.count - mostNamed) more" : "")
        let subject = place == .folder ? "The data folder's database" : "The database in the backup"
        return DomainError(
            place.code,
            "\(subject) is not as commit \(FormerSchema.commit) of Rondo made it, so nothing was changed: \(named)",
            reason: "schema_differs")
    }
}
