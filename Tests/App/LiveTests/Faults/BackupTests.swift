import Foundation
import GRDB
import Support
import Testing

extension FaultTests {
    @Suite("Backups of a running server", .timeLimit(.minutes(10))) struct BackupTests {
        private static func run(_ arguments: [String]) async throws -> (status: Int32, output: String, error: String) {
            try await Program.run(Program.path, arguments)
        }

        /// Waits until the backup service is idle, and returns its status.
        private static func idle(_ gateway: Gateway) async throws -> [String: Any] {
            var status: [String: Any] = [:]
            try await waitUntil("nothing is done any more") {
                status = try #require(try await gateway.request("GET", "/api/v1/backups/status").json)
                return status["work"] == nil
            }
            return status
        }

        /// The number of downloads in the journal.
        private static func downloads(_ gateway: Gateway) async throws -> Int {
            let journal = try await gateway.request("GET", "/api/v1/journal?action=backup.download")
            return try #require(journal.json?["items"] as? [Any]).count
        }

        /// Tables whose rows a restored server drops or starts anew.
        private static let excused: Set<String> = [
            "session", "account_link", "journal", "journal_chain", "backup_run", "revision", "event", "cleanup_mark",
            "cleanup_state", "clock_record",
            // A server that stops also stores the metrics of its last minutes.
            "server_figure",
        ]

        /// Rows that only one of the two databases has, over all tables.
        private static func differences(_ left: String, _ right: String) throws -> [String] {
            let queue = try DatabaseQueue(path: left)
            return try queue.writeWithoutTransaction { db in
                try db.execute(sql: "ATTACH ? AS other", arguments: [right])
                let tables = try String.fetchAll(
                    db,
                    sql:
                        "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%'"
                )
                return try tables.filter { !excused.contains($0) }.flatMap { table in
                    try [("main", "other"), ("other", "main")].compactMap { one, two in
                        let count = try Int.fetchOne(
                            db,
                            sql:
                                "SELECT count(*) FROM (SELECT * FROM \(one).\"\(table)\" EXCEPT SELECT * FROM \(two).\"\(table)\")"
                        )
                        return count == 0 ? nil : "\(table): \(count ?? -1) only in \(one)"
                    }
                }
            }
        }

        @Test("a backup made during writes is complete and holds everything acknowledged before it")
        func underLoad() async throws {
            let gateway = try await Gateway(arguments: ["--no-fingerprints", "--backup-rate", "0"], frames: 1000)
            let data = gateway.server.folder.path + "/data"
            try await withThrowingTaskGroup(of: Void.self) { group in
                let written = Written()
                for writer in 0..<3 {
                    group.addTask {
                        let connection = try await gateway.server.connect()
                        while !Task.isCancelled {
                            let title = "w\(writer)-\(written.count)"
                            let reply = try await connection.request(
                                "POST", "/api/v1/playlists",
                                [("Authorization", "Bearer \(gateway.token)"), ("Content-Type", "application/json")],
                                body: Array(#"{"name":"\#(title)"}"#.utf8))
                            if reply.status == 201 { written.note(title) }
                        }
                        await connection.close()
                    }
                }
                for round in 0..<5 {
                    try await waitUntil("enough is written") { written.count >= (round + 1) * 10 }
                    let before = written.all
                    let target = gateway.server.folder.path + "/b\(round).tar"
                    let made = try await Self.run(["backup", "--output", target, "--data", data])
                    #expect(made.status == 0, "\(made.error)")
                    let verified = try await Self.run(["backup", "verify", target])
                    #expect(verified.status == 0, "\(verified.error)")
                    let folder = gateway.server.folder.path + "/r\(round)"
                    let restored = try await Self.run(["restore", target, "--data", folder])
                    #expect(restored.status == 0, "\(restored.error)")
                    let names = try await DatabaseQueue(path: folder + "/rondo.sqlite").read {
                        try String.fetchSet($0, sql: "SELECT name FROM playlist")
                    }
                    #expect(names.isSuperset(of: before), "round \(round)")
                }
                group.cancelAll()
                do { try await group.waitForAll() } catch is CancellationError {}
            }
            // No writes now: the backup equals the database row by row.
            let last = gateway.server.folder.path + "/last.tar"
            #expect(try await Self.run(["backup", "--output", last, "--with-music", "--data", data]).status == 0)
            let folder = gateway.server.folder.path + "/last"
            let busy = try await Self.run(["restore", last, "--data", data, "--replace"])
            #expect(busy.status == 1 && busy.error.contains("server runs"), "\(busy.error)")
            #expect(try await Self.run(["restore", last, "--data", folder]).status == 0)
            #expect(await gateway.server.stop() == 0)
            #expect(try Self.differences(data + "/rondo.sqlite", folder + "/rondo.sqlite") == [])
            let chain = try await Self.run(["journal", "verify", "--data", folder])
            #expect(chain.status == 0, "\(chain.output) \(chain.error)")
            let again = try await Self.run(["restore", last, "--data", folder])
            #expect(again.status == 1 && again.error.contains("not empty"), "\(again.error)")
        }

        private final class Written: Sendable {
            private let names = Lock()
            var count: Int { names.all.count }
            var all: Set<String> { names.all }
            func note(_ name: String) { names.insert(name) }

            private final class Lock: @unchecked Sendable {
                // Unchecked because the lock, not the compiler, guards the set.
                private let lock = NSLock()
                private var set: Set<String> = []
                var all: Set<String> { lock.withLock { set } }
                func insert(_ name: String) { lock.withLock { _ = set.insert(name) } }
            }
        }

        @Test("the console makes, verifies, serves in ranges, restores at the next start, and deletes backups")
        func console() async throws {
            let gateway = try await Gateway(arguments: [], frames: 1000)
            let begun = try await gateway.request("POST", "/api/v1/backups", json: "{}")
            #expect(begun.status == 202, "\(begun.text)")
            let status = try await Self.idle(gateway)
            #expect((status["last"] as? [String: Any])?["state"] as? String == "done", "\(status)")
            let list = try await gateway.request("GET", "/api/v1/backups")
            let items = try #require(list.json?["items"] as? [[String: Any]])
            let name = try #require(items.first?["name"] as? String)
            let size = try #require(items.first?["size"] as? Int)

            let path = "/api/v1/backups/\(name)"
            #expect(try await gateway.request("POST", path + "/verification").status == 202)
            #expect(try await Self.idle(gateway)["failure"] == nil)
            let known = try await gateway.request("GET", "/api/v1/backups").json?["items"] as? [[String: Any]]
            #expect(known?.first?["verifiedAt"] != nil && known?.first?["defect"] == nil)

            for fields in [("Range", "bytes=0-0"), ("Range", "bytes=600-"), ("If-Match", "\"other\"")] {
                _ = try await gateway.request("GET", path + "/file", [fields])
            }
            #expect(try await gateway.request("HEAD", path + "/file").status == 200)
            #expect(try await Self.downloads(gateway) == 0)
            let part = try await gateway.request("GET", path + "/file", [("Range", "bytes=0-16")])
            #expect(part.status == 206 && part.text == "rondo-backup.json")
            let rest = try await gateway.request("GET", path + "/file", [("Range", "bytes=512-")])
            #expect(rest.status == 206 && rest.body.count == size - 512)
            #expect(try await Self.downloads(gateway) == 1)
            for wrong in ["..%2Frondo.sqlite", "rondo-nothing.tar", "rondo.sqlite"] {
                #expect(try await gateway.request("GET", "/api/v1/backups/\(wrong)/file").status == 404, "\(wrong)")
                #expect(try await gateway.request("DELETE", "/api/v1/backups/\(wrong)").status == 404, "\(wrong)")
            }

            // A restore undoes the changes after the backup, and everyone must sign in again.
            let later = try await gateway.request("POST", "/api/v1/playlists", json: #"{"name":"Later"}"#)
            #expect(later.status == 201)
            #expect(try await gateway.request("POST", path + "/restoration").status == 202)
            let prepared = try await Self.idle(gateway)
            #expect(prepared["prepared"] != nil && prepared["failure"] == nil, "\(prepared)")
            #expect(await gateway.server.stop() == 0)
            let server = try await ServerProcess.start(in: gateway.server.folder)
            let connection = try await server.connect()
            let bearer = [("Authorization", "Bearer \(gateway.token)")]
            let playlists = try await connection.request("GET", "/api/v1/playlists", bearer)
            #expect(playlists.status == 200 && !playlists.text.contains("Later"), "\(playlists.text)")
            let deleted = try await connection.request("DELETE", path, bearer)
            #expect(deleted.status == 204, "\(deleted.text)")
            let actions = try await DatabaseQueue(path: gateway.server.folder.path + "/data/rondo.sqlite").read {
                try String.fetchSet($0, sql: "SELECT action FROM journal WHERE action LIKE 'backup.%'")
            }
            #expect(actions.isSuperset(of: ["backup.restore", "backup.delete"]), "\(actions)")
            await connection.close()
            #expect(await server.stop() == 0)
            let aside = try FileManager.default.contentsOfDirectory(atPath: gateway.server.folder.path + "/data")
            #expect(aside.contains { $0.hasPrefix("replaced-") })
        }

        @Test("a backup killed at any moment leaves no file that looks complete, and the next one succeeds")
        func killed() async throws {
            let gateway = try await Gateway(arguments: [], frames: 1000)
            let data = gateway.server.folder.path + "/data"
            var random = SeededGenerator(seed: 26)
            for attempt in 0..<20 {
                let target = gateway.server.folder.path + "/k\(attempt).tar"
                // `timeout` kills it after this time, wherever it is then.
                let milliseconds = Int.random(in: 20...500, using: &random)
                _ = try await Program.run(
                    "/usr/bin/timeout",
                    [
                        "-s", "KILL", "0.\(String(milliseconds + 1000).dropFirst())", Program.path, "backup",
                        "--output",
                        target, "--data", data,
                    ])
                guard FileManager.default.fileExists(atPath: target) else { continue }
                let verified = try await Self.run(["backup", "verify", target])
                #expect(verified.status == 0, "attempt \(attempt): \(verified.error)")
            }
            let made = try await Self.run([
                "backup", "--data", data, "--output", gateway.server.folder.path, "--verify",
            ])
            #expect(made.status == 0, "\(made.error)")
            let left = try FileManager.default.contentsOfDirectory(atPath: gateway.server.folder.path)
            #expect(!left.contains { $0.hasPrefix(".making-") }, "\(left)")
            #expect(await gateway.server.stop() == 0)
        }
    }
}
