import GRDB

extension Migration {
    /// The latest events, for clients that come back. Numbers are never used twice (AUTOINCREMENT), also when every event has been dropped.
    /// `audience` says whom `whom` names: a person, a library or a permission; nobody for `everyone`.
    static let m0020Events = Migration(name: "0020 events") { db in
        try db.execute(
            sql: """
                CREATE TABLE event (
                  number INTEGER PRIMARY KEY AUTOINCREMENT,
                  name TEXT NOT NULL CHECK (name <> ''),
                  audience TEXT NOT NULL CHECK (audience IN ('everyone', 'person', 'library', 'permission')),
                  whom TEXT,
                  data TEXT NOT NULL CHECK (json_type(data) = 'object'),
                  CHECK ((audience = 'everyone') = (whom IS NULL))
                ) STRICT;
                """)
    }
}
