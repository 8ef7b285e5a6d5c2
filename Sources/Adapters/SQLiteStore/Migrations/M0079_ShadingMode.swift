import GRDB

extension Migration {
    /// When users have visuals drawn.
    static let m0079ShadingMode = Migration(name: "0079 shading mode") { db in
        try db.execute(
            sql: """
                ALTER TABLE account ADD COLUMN shading_mode TEXT NOT NULL DEFAULT 'on'
                  CHECK (shading_mode IN ('on', 'off', 'hardPoints'));
                """)
    }
}
