import Foundation
import GRDB
import Support
import Testing

extension FaultTests {
    @Suite("A data folder of an earlier version", .timeLimit(.minutes(10))) struct EarlierFolderTests {
        /// A stopped server whose database has been through the migrations of commit c929e94f.
        private struct Stopped {
            let folder: TemporaryFolder
            var data: String { folder.path + "/data" }
            var database: String { data + "/rondo.sqlite" }

            /// - Parameter sql: what else is changed.
            init(_ sql: String = "") async throws {
                let gateway = try await LiveServer(arguments: [], frames: 1000)
                folder = gateway.server.folder
                #expect(await gateway.server.stop() == 0)
                let queue = try DatabaseQueue(path: database)
                try await queue.write { db in
                    try db.execute(sql: FormerDatabase.listing.get())
                    try db.execute(sql: sql)
                }
                _ = try await queue.writeWithoutTransaction { try $0.checkpoint(.truncate) }
                try queue.close()
            }

            /// The server's reason when it refuses to start; nil when it starts.
            func refusal() async throws -> String? {
                do {
                    let server = try await ServerProcess.start(in: folder)
                    _ = await server.stop()
                    return nil
                } catch let failure as ServerProcess.StartFailure {
                    return failure.output
                }
            }

            func content() throws -> Data { try Data(contentsOf: URL(fileURLWithPath: database)) }
        }

        private static let older = "DELETE FROM grdb_migrations WHERE identifier = '\(FormerDatabase.lastMigration)'"

        @Test("is served where it is of commit c929e94f") func former() async throws {
            let stopped = try await Stopped()
            #expect(try await stopped.refusal() == nil)
            let migrations = try await DatabaseQueue(path: stopped.database).read {
                try String.fetchAll($0, sql: "SELECT identifier FROM grdb_migrations")
            }
            #expect(migrations == ["0096 baseline"])
            let users = try await Program.run(Program.path, ["user", "list", "--data", stopped.data])
            #expect(users.status == 0 && users.output.contains("admin"), "\(users.error)")
        }

        @Test(
            "is refused by the server and by commands, and not changed, where it is older or its schema differs",
            arguments: [
                (older, "start the version of commit c929e94f"),
                ("DROP INDEX wish_by_date", "index wish_by_date of wish is missing"),
            ])
        func refused(sql: String, words: String) async throws {
            let stopped = try await Stopped(sql)
            let before = try stopped.content()
            let refusal = try #require(try await stopped.refusal())
            #expect(refusal.contains(words), "\(refusal)")
            for command in [["user", "list"], ["backup"], ["library", "list"]] {
                let result = try await Program.run(Program.path, command + ["--data", stopped.data])
                #expect(result.status == 1 && result.error.contains(words), "\(command): \(result.error)")
            }
            #expect(try await Program.run(Program.path, ["doctor", "--data", stopped.data]).output.contains(words))
            #expect(try stopped.content() == before)
        }

        @Test("a backup that an older version has prepared for the next start is not put in place") func prepared()
            async throws
        {
            let (stopped, other) = (try await Stopped(), try await Stopped(Self.older))
            let before = try stopped.content()
            let restoring = stopped.data + "/restoring"
            try FileManager.default.createDirectory(atPath: restoring, withIntermediateDirectories: true)
            try other.content().write(to: URL(fileURLWithPath: restoring + "/rondo.sqlite"))
            let contents = """
                {"format": 1, "version": "1", "createdAt": 0, "schema": [], "rows": {}, "includesKeys": false,
                 "includesMusic": false}
                """
            try Data(contents.utf8).write(to: URL(fileURLWithPath: restoring + "/ready.json"))
            let refusal = try #require(try await stopped.refusal())
            #expect(refusal.contains("commit c929e94f"), "\(refusal)")
            #expect(try stopped.content() == before)
            let there = try FileManager.default.contentsOfDirectory(atPath: stopped.data)
            #expect(there.contains("restoring") && !there.contains { $0.hasPrefix("replaced-") }, "\(there)")
        }
    }
}
