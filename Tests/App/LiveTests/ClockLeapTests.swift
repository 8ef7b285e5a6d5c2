import Foundation
import GRDB
import Support
import Testing

/// A server whose system clock is wrong. Such a clock must not make cleanup jobs delete drafts.
@Suite("A wrong clock", .timeLimit(.minutes(10))) struct ClockLeapTests {
    private static let day = Duration.seconds(86_400)

    @Test(
        "a server that starts 400 days ahead deletes nothing, says so, and resumes when the clock is fixed or accepted")
    func ahead() async throws {
        let clock = try await SteeredClock()
        let first = try await Gateway(arguments: [], frames: 1000, through: clock.launcher)
        let folder = first.server.folder
        let data = folder.path + "/data"
        let submitter = Submitter(gateway: first, token: first.token)
        let draft = try await submitter.upload(
            TaggedWAV.file([("TIT2", "Draft")], seed: 3, frames: 44_100), as: "Draft.wav")
        let id = try #require(draft["id"] as? String)
        let upload = try await submitter.announce("Half.wav", length: 100_000)
        #expect(upload.status == 201, "\(upload.text)")
        let stray = data + "/quarantine/stray"
        try Data([1]).write(to: URL(fileURLWithPath: stray))
        #expect(await first.server.stop() == 0)

        func rows() throws -> [Int?] {
            try DatabaseQueue(path: data + "/rondo.sqlite").read { db in
                try ["submission", "upload", "session", "access_token", "cleanup_mark"].map {
                    try Int.fetchOne(db, sql: "SELECT count(*) FROM \($0)")
                }
            }
        }
        func run(_ arguments: String...) async throws -> String {
            let command = clock.launcher + [Program.path] + arguments + ["--data", data]
            let result = try await Program.run(command[0], Array(command.dropFirst()))
            return result.output + result.error
        }
        let before = try rows()
        try clock.set(Self.day * 400)
        let server = try await ServerProcess.start(in: folder, through: clock.launcher)
        try await waitUntil("the server tells of the leap") { server.output.contains("clock has jumped") }
        let overview = try await run("overview")
        #expect(overview.contains("clockLeapt 400") || overview.contains("clockLeapt 399"), "\(overview)")
        #expect(try await run("clock").contains("rondo clock accept"))
        #expect(try await run("doctor").contains("rondo clock accept"))
        #expect(try rows() == before)
        #expect(FileManager.default.fileExists(atPath: stray))
        #expect(FileManager.default.fileExists(atPath: data + "/quarantine/" + id))

        // Accepting the clock marks old drafts. They stay for another day.
        #expect(try await run("clock", "accept").contains("It is "))
        #expect(try await run("clock", "accept").contains("not jumped"))
        try await waitUntil("the server has heard of it") { server.output.contains("clock is followed again") }
        #expect(await server.stop() == 0)
        let again = try await ServerProcess.start(in: folder, through: clock.launcher)
        try await waitUntil("what is old is marked") {
            let kinds = try DatabaseQueue(path: data + "/rondo.sqlite").read {
                try String.fetchSet($0, sql: "SELECT DISTINCT kind FROM cleanup_mark")
            }
            return kinds.isSuperset(of: ["uploads", "submissions", "quarantine"])
        }
        #expect(Array(try rows().prefix(4)) == Array(before.prefix(4)))
        #expect(FileManager.default.fileExists(atPath: stray))
        #expect(await again.stop() == 0)

        // A day later the marked drafts are removed.
        try clock.set(Self.day * 401)
        let later = try await ServerProcess.start(in: folder, through: clock.launcher)
        try await waitUntil("what nobody needed is gone") {
            try rows().prefix(2) == [0, 0] && !FileManager.default.fileExists(atPath: stray)
        }
        #expect(!FileManager.default.fileExists(atPath: data + "/quarantine/" + id))
        #expect(later.output.contains("Removed data that had been unused for a day"))
        #expect(await later.stop() == 0)
    }

    @Test("a database that a command created does not make the server doubt its clock")
    func commandFirst() async throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path + "/music", withIntermediateDirectories: true)
        let data = ["--data", folder.path + "/data"]
        let user = try await Program.run(
            Program.path, ["user", "add", "ada", "--role", "admin", "--password-stdin"] + data,
            input: Gateway.adminPassword)
        try #require(user.status == 0, "\(user.error)")
        let token = try await Program.run(
            Program.path, ["token", "add", "--user", "ada", "--label", "x", "--scopes", "read,administer"] + data)
        try #require(token.status == 0, "\(token.error)")
        let bearer = token.output.trimmingCharacters(in: .whitespacesAndNewlines)
        let server = try await ServerProcess.start(in: folder)
        let connection = try await server.connect()
        let overview = try await connection.request(
            "GET", "/api/v1/overview", [("Authorization", "Bearer \(bearer)")])
        #expect(overview.status == 200 && overview.json?["cleanupHold"] as? String == nil, "\(overview.text)")
        await connection.close()
        #expect(await server.stop() == 0)
    }

    @Test("a clean stop leaves all data in the one database file") func stop() async throws {
        let gateway = try await Gateway(arguments: [], frames: 1000)
        let database = gateway.server.folder.path + "/data/rondo.sqlite"
        #expect(await gateway.server.stop() == 0)
        let log = (try? FileManager.default.attributesOfItem(atPath: database + "-wal"))?[.size] as? Int ?? 0
        #expect(log == 0)
        let copy = gateway.server.folder.path + "/copy.sqlite"
        try FileManager.default.copyItem(atPath: database, toPath: copy)
        let users = try await DatabaseQueue(path: copy).read {
            try Int.fetchOne($0, sql: "SELECT count(*) FROM account")
        }
        #expect(users == 1)
    }
}
