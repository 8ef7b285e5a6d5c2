import Foundation
import GRDB
import Support
import Testing

/// A running server's board while its clock is changed: midnight, a step back, a restart across midnight, a clock far
/// ahead.
@Suite("The board's clock", .timeLimit(.minutes(10))) struct BoardClockTests {
    private struct Day {
        let date: String
        let end: Date
        let posts: Int

        init(_ reply: HTTPReply) throws {
            let json = try #require(reply.json, "\(reply.text)")
            date = try #require(json["date"] as? String, "\(reply.text)")
            let text = try #require(json["endsAt"] as? String)
            end = try Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true))
            posts = (json["items"] as? [Any])?.count ?? -1
        }
    }

    private static let day = Duration.seconds(86_400)

    @Test("the board clears at midnight, and no clock step opens a day twice or loses one")
    func midnight() async throws {
        let clock = try await SteeredClock()
        // Keeps the server from renewing the certificate meanwhile: the client runs on real time and would reject a
        // certificate of another year.
        let zone = ["--time-zone", "Asia/Kathmandu", "--certificate-interval", "3600"]
        let gateway = try await Gateway(arguments: zone, frames: 1000, through: clock.launcher)
        let draft = #"{"trackId":"\#(gateway.track)"}"#
        func today() async throws -> Day { try Day(try await gateway.request("GET", "/api/v1/board/today")) }
        func post() async throws -> Int {
            try await gateway.request("POST", "/api/v1/board/today", json: draft).status
        }
        let first = try await today()
        #expect(try await post() == 201)
        #expect(try await post() == 409)

        // One second before midnight: the event stream announces the new day.
        let stream = try await gateway.server.connect()
        try await stream.send(
            "GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(gateway.token)\r\n\r\n")
        _ = await stream.read(through: "retry: 3000")
        let toMidnight = Duration.milliseconds(Int64(first.end.timeIntervalSinceNow * 1000)) - .seconds(1)
        try clock.set(toMidnight)
        let told = String(decoding: await stream.read(through: #""change":"opened""#), as: UTF8.self)
        #expect(told.contains("event: board"), "\(told)")
        await stream.close()
        let second = try await today()
        #expect(second.date > first.date && second.posts == 0 && second.end > first.end)
        let days = try await gateway.request("GET", "/api/v1/board/days")
        #expect((days.json?["items"] as? [[String: Any]])?.first?["date"] as? String == first.date, "\(days.text)")
        #expect(try await post() == 201)

        // Setting the clock back over midnight keeps the open day.
        try clock.set(toMidnight - .seconds(7200))
        #expect(try await today().date == second.date)
        #expect(try await post() == 409)

        // A clock that is far ahead opens no day.
        for ahead in [10, 400, 2_911_000] {
            try clock.set(toMidnight + .seconds(60) + Self.day * ahead)
            let waiting = try await today()
            #expect(waiting.date == second.date && waiting.posts == 1, "\(ahead) days")
        }
        // An admin confirms the clock, then corrects it and confirms again.
        func accept() async throws {
            let command =
                clock.launcher + [Program.path, "clock", "accept", "--data", gateway.server.folder.path + "/data"]
            let accepted = try await Program.run(command[0], Array(command.dropFirst()))
            #expect(accepted.status == 0, "\(accepted.error)")
        }
        func open() async throws -> Int? {
            let path = gateway.server.folder.path + "/data/rondo.sqlite"
            return try await DatabaseQueue(path: path).read {
                try Int.fetchOne($0, sql: "SELECT max(day) FROM board_day WHERE revoked_at IS NULL")
            }
        }
        try await accept()
        func heard() -> Int { gateway.server.output.components(separatedBy: "clock was confirmed").count - 1 }
        try await waitUntil("the board follows the clock") {
            let day = try await open() ?? 0
            return heard() == 1 && day > 2_900_000
        }
        try clock.set(toMidnight + .seconds(120))
        try await accept()
        try await waitUntil("the server has heard of it, and the board is at today again") {
            let day = try await open() ?? 0
            return heard() == 2 && day < 100_000
        }
        let back = try await today()
        #expect(back.date == second.date && back.posts == 1)
        #expect(try await post() == 409)

        // The server is down at midnight, so it opens the new day when it starts.
        _ = await gateway.server.stop()
        try clock.set(toMidnight + .seconds(120) + Self.day)
        let server = try await ServerProcess.start(zone, in: gateway.server.folder, through: clock.launcher)
        let connection = try await server.connect()
        let authorization = ("Authorization", "Bearer \(gateway.token)")
        let third = try Day(try await connection.request("GET", "/api/v1/board/today", [authorization]))
        #expect(third.date > second.date && third.posts == 0)
        let old = try await connection.request("GET", "/api/v1/board/days/\(second.date)", [authorization])
        #expect(try Day(old).posts == 1)
        await connection.close()
    }
}
