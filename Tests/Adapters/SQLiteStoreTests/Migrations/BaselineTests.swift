import GRDB
import Support
import Testing

@testable import SQLiteStore

@Suite("The baseline") struct BaselineTests {
    /// A new database, and one of commit c929e94f.
    private static func databases() throws -> (new: DatabaseQueue, former: DatabaseQueue) {
        let (new, former) = (try DatabaseQueue(), try DatabaseQueue())
        try new.write { try Migration.m0096Baseline.apply($0) }
        try former.write { try $0.execute(sql: FormerDatabase.sql.get()) }
        return (new, former)
    }

    @Test("makes the schema that the migrations before it made") func catalog() throws {
        let (new, former) = try Self.databases()
        let (made, recorded) = (try new.read(SchemaCatalog.init), try former.read(SchemaCatalog.init))
        #expect(made.differences(from: recorded) == [])
        #expect(recorded.facts.count > 1900)
        let migrations = try former.read { try String.fetchSet($0, sql: "SELECT identifier FROM grdb_migrations") }
        #expect(migrations == FormerSchema.migrations && migrations.max() == FormerDatabase.lastMigration)
    }

    @Test("lists the indexes of each table in the same order, which decides between equal ones") func order() throws {
        func indexes(_ db: Database) throws -> [String] {
            try String.fetchAll(
                db,
                sql: """
                    SELECT t.name || ' ' || i.seq || ' ' || i.name FROM pragma_table_list t, pragma_index_list(t.name) i
                    WHERE i.origin = 'c' ORDER BY t.name, i.seq
                    """)
        }
        let (new, former) = try Self.databases()
        #expect(try new.read(indexes) == former.read(indexes))
    }

    @Test("begins with the rows that the migrations before it left") func rows() throws {
        func rows(_ db: Database) throws -> [String: [Row]] {
            let tables = try String.fetchAll(
                db,
                sql: """
                    SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'
                      AND name <> 'grdb_migrations' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
                    """)
            return try Dictionary(
                uniqueKeysWithValues: tables.map { table in
                    (table, try Row.fetchAll(db, sql: "SELECT * FROM \(table) ORDER BY 1"))
                })
        }
        let (new, former) = try Self.databases()
        let (made, recorded) = (try new.read(rows), try former.read(rows))
        #expect(made == recorded)
        #expect(made.values.reduce(0) { $0 + $1.count } == 18)
    }
}
