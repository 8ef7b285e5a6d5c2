import Foundation
import GRDB
import Support
import Testing

extension FaultTests {
    /// A data folder that has lost a part. The server must not take it for a new installation and remove submitted
    /// music.
    @Suite("A lost database", .timeLimit(.minutes(10))) struct LostDatabaseTests {
        /// A stopped server, with old files in its quarantine and among its images.
        private struct Stopped {
            let folder: TemporaryFolder
            let submissions: [String]
            var data: String { folder.path + "/data" }

            init() async throws {
                let gateway = try await Gateway(arguments: [], frames: 1000)
                folder = gateway.server.folder
                let data = folder.path + "/data"
                submissions =
                    (0..<40).map { data + "/quarantine/submission-\($0)" }
                    + (0..<3).map { data + "/images/a\($0)/" + String(repeating: "b", count: 62) }
                for path in submissions {
                    let home = (path as NSString).deletingLastPathComponent
                    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
                    try Data([1]).write(to: URL(fileURLWithPath: path))
                    try FileManager.default.setAttributes(
                        [.modificationDate: Date(timeIntervalSinceNow: -90 * 86_400)], ofItemAtPath: path)
                }
                #expect(await gateway.server.stop() == 0)
            }

            var haveAll: Bool { submissions.allSatisfy { FileManager.default.fileExists(atPath: $0) } }

            func remove(_ names: String...) throws {
                for name in names where FileManager.default.fileExists(atPath: data + "/" + name) {
                    try FileManager.default.removeItem(atPath: data + "/" + name)
                }
            }

            /// The server's reason for refusing to start, or nil when it starts.
            func refusal() async throws -> String? {
                do {
                    let server = try await ServerProcess.start(in: folder)
                    _ = await server.stop()
                    return nil
                } catch let failure as ServerProcess.StartFailure {
                    return failure.output
                }
            }

            func run(_ arguments: String...) async throws -> (status: Int32, output: String, error: String) {
                try await Program.run(Program.path, arguments + ["--data", data])
            }
        }

        @Test("keys without a database are not a first start, for the server or commands, and nothing is removed")
        func keysAlone() async throws {
            let stopped = try await Stopped()
            let database = stopped.data + "/rondo.sqlite"
            let whole = try Data(contentsOf: URL(fileURLWithPath: database))
            let other = stopped.folder.path + "/other.sqlite"
            try await DatabaseQueue(path: other).write { try $0.execute(sql: "CREATE TABLE other (a)") }
            let empty: [(String, Data?)] = [
                ("missing", nil), ("of no bytes", Data()),
                ("without a schema", try Data(contentsOf: URL(fileURLWithPath: other))),
            ]
            for (what, content) in empty {
                try stopped.remove("rondo.sqlite", "rondo.sqlite-wal", "rondo.sqlite-shm")
                try content?.write(to: URL(fileURLWithPath: database))
                let refusal = try #require(try await stopped.refusal(), "\(what)")
                #expect(
                    refusal.contains("missing or empty") && refusal.contains("rondo restore"), "\(what): \(refusal)")
                let added = try await stopped.run("user", "add", "eve", "--role", "admin")
                #expect(added.status == 1 && added.error.contains("rondo restore"), "\(what): \(added.error)")
                let doctor = try await stopped.run("doctor")
                #expect(doctor.status == 1 && doctor.output.contains("rondo restore"), "\(what): \(doctor.output)")
                #expect(FileManager.default.contents(atPath: database) == content, "\(what)")
                #expect(stopped.haveAll, "\(what)")
            }
            try whole.write(to: URL(fileURLWithPath: database))
            #expect(try await stopped.refusal() == nil)
            #expect(stopped.haveAll)

            // This is intended: without the keys it counts as a first start, which removes no unknown files.
            try stopped.remove("rondo.sqlite", "rondo.sqlite-wal")
            try FileManager.default.moveItem(atPath: stopped.data + "/keys", toPath: stopped.folder.path + "/keys")
            let server = try await ServerProcess.start(in: stopped.folder)
            try await waitUntil("the cleanups have run") {
                let list = try await stopped.run("cleanup", "list")
                return list.output.contains("quarantine  of 40  marked 40") && list.output.contains("images")
            }
            #expect(stopped.haveAll)
            #expect(await server.stop() == 0)
        }

        @Test("a database without its keys, or with another instance's keys, does not start")
        func databaseAlone() async throws {
            let (stopped, other) = (try await Stopped(), try await Stopped())
            try FileManager.default.moveItem(atPath: stopped.data + "/keys", toPath: stopped.folder.path + "/keys")
            let alone = try #require(try await stopped.refusal())
            #expect(alone.contains("keys") && alone.contains("rondo restore"), "\(alone)")
            #expect(!FileManager.default.fileExists(atPath: stopped.data + "/keys/secret.key"))

            try stopped.remove("keys")
            try FileManager.default.copyItem(atPath: other.data + "/keys", toPath: stopped.data + "/keys")
            let foreign = try #require(try await stopped.refusal())
            #expect(foreign.contains("two instances"), "\(foreign)")
            // Without the instance ids too, as after an upgrade: the stored passwords show the mismatch.
            try stopped.remove("keys/instance.id")
            #expect(try await stopped.refusal()?.contains("two instances") == true)

            try stopped.remove("keys")
            try FileManager.default.copyItem(atPath: stopped.folder.path + "/keys", toPath: stopped.data + "/keys")
            #expect(try await stopped.refusal() == nil)
            try stopped.remove("keys/instance.id")
            #expect(try await stopped.refusal() == nil)
            #expect(FileManager.default.fileExists(atPath: stopped.data + "/keys/instance.id"))
            #expect(stopped.haveAll)
        }

        @Test("an installation older than instance ids is paired at its next start")
        func upgraded() async throws {
            let stopped = try await Stopped()
            try await DatabaseQueue(path: stopped.data + "/rondo.sqlite").write { db in
                try db.execute(sql: "DELETE FROM instance; DELETE FROM clock_record;")
            }
            try stopped.remove("keys/instance.id")
            #expect(try await stopped.refusal() == nil)
            let id = try String(contentsOfFile: stopped.data + "/keys/instance.id", encoding: .utf8)
            let stored = try await DatabaseQueue(path: stopped.data + "/rondo.sqlite").read {
                try String.fetchOne($0, sql: "SELECT id FROM instance")
            }
            #expect(id == "\(stored ?? "")\n")
        }

        @Test(
            "a backup replaces a lost database: with its own keys or none, not with another instance's"
        )
        func restored() async throws {
            let (stopped, other) = (try await Stopped(), try await Stopped())
            let (whole, bare) = (stopped.folder.path + "/whole.tar", stopped.folder.path + "/bare.tar")
            #expect(try await stopped.run("backup", "--output", whole).status == 0)
            #expect(try await stopped.run("backup", "--output", bare, "--without-keys").status == 0)
            for file in [whole, bare] {
                try stopped.remove("rondo.sqlite", "rondo.sqlite-wal", "rondo.sqlite-shm")
                let restored = try await Program.run(
                    Program.path, ["restore", file, "--data", stopped.data, "--replace"])
                #expect(restored.status == 0, "\(restored.error)")
                #expect(try await stopped.refusal() == nil)
                #expect(stopped.haveAll)
            }
            let refused = try await Program.run(Program.path, ["restore", bare, "--data", other.data, "--replace"])
            #expect(refused.status == 1 && refused.error.contains("two instances"), "\(refused.error)")
            #expect(try await other.refusal() == nil)
        }

        @Test("a damaged database is neither served nor written to, and the message says how to restore")
        func damaged() async throws {
            let stopped = try await Stopped()
            let database = stopped.data + "/rondo.sqlite"
            let whole = try Data(contentsOf: URL(fileURLWithPath: database))
            let log = FileManager.default.contents(atPath: database + "-wal")
            #expect(whole.count > 100_000 && log?.isEmpty ?? true)
            var broken = whole
            // The first byte of a page in the middle of the file gives the page's type.
            broken[broken.count / 2 / 4096 * 4096] ^= 0x04
            let half = Data(whole.prefix(whole.count / 2 / 4096 * 4096))
            for (what, content) in [("a page", broken), ("cut off", half), ("text", Data("no database".utf8))] {
                try content.write(to: URL(fileURLWithPath: database))
                let refusal = try #require(try await stopped.refusal(), "\(what)")
                #expect(refusal.contains("damaged") && refusal.contains("rondo restore"), "\(what): \(refusal)")
                let added = try await stopped.run("user", "add", "eve")
                #expect(added.status == 1 && added.error.contains("damaged"), "\(what): \(added.error)")
                #expect(try await stopped.run("doctor").output.contains("damaged"), "\(what)")
                #expect(FileManager.default.contents(atPath: database) == content, "\(what)")
            }
        }
    }
}
