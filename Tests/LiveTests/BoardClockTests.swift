import Foundation
import GRDB
import Support
import Testing

/// The board of a running server whose clock passes midnight, is put back and put forward.
@Suite("The board's midnight", .timeLimit(.minutes(2))) struct BoardClockTests {
    private static let zone = "Asia/Kathmandu"
    /// A quarter to six ahead of UTC, all year.
    private static let offset: Int64 = 20_700_000

    private static func now() -> Int64 { Int64(Date().timeIntervalSince1970 * 1000) }

    /// The end of Kathmandu's day by the machine's clock.
    private static func midnight() -> Int64 {
        ((now() + offset) / 86_400_000 + 1) * 86_400_000 - offset
    }

    private static func date(_ gateway: Gateway) async throws -> String {
        let reply = try await gateway.request("GET", "/api/v1/board/today")
        return try #require(reply.json?["date"] as? String, "\(reply.text)")
    }

    private static func wait(for condition: () async throws -> Bool) async throws {
        let deadline = ContinuousClock.now + .seconds(30)
        while try await !condition() {
            try #require(ContinuousClock.now < deadline, "It did not happen in time")
        }
    }

    private static func rows(_ gateway: Gateway, _ sql: String) throws -> [[String]] {
        let database = try DatabaseQueue(path: gateway.server.folder.path + "/data/rondo.sqlite")
        return try database.read { try Row.fetchAll($0, sql: sql).map { row in row.databaseValues.map(\.description) } }
    }

    @Test("each post is in exactly one day, each day begins once, and a clock that is put back opens none again")
    func midnight() async throws {
        let clock = try await ShiftedClock()
        let gateway = try await Gateway(
            arguments: ["--time-zone", Self.zone], frames: 1000, through: clock.launcher)
        var people: [String] = []
        for number in 0..<10 { people.append(try await gateway.person("p\(number)", role: "listener")) }
        func post(_ person: String) async throws -> HTTPReply {
            try await gateway.request(
                "POST", "/api/v1/board/today", json: #"{"trackId":"\#(gateway.track)"}"#, as: person)
        }
        let midnight = Self.midnight()
        func show(_ milliseconds: Int64) throws { try clock.shift(by: midnight + milliseconds - Self.now()) }
        // Long enough to post, and passed by itself.
        try show(-5000)
        let eve = try await Self.date(gateway)
        for person in people.prefix(5) { #expect(try await post(person).status == 201) }
        #expect(try await post(people[0]).status == 409)
        try await Self.wait { try await Self.date(gateway) != eve }
        let day = try await Self.date(gateway)
        #expect(try await gateway.request("GET", "/api/v1/board/today").text.contains(#""items":[]"#))
        for person in people { #expect(try await post(person).status == 201) }

        for milliseconds in [-7_200_000, -90_000_000, -3_600_000] as [Int64] {
            try show(milliseconds)
            #expect(try await Self.date(gateway) == day)
            #expect(try await post(people[3]).status == 409)
        }
        // Nobody looks: the day turns all the same.
        let opened = "SELECT subject_id FROM journal WHERE action = 'board.open' ORDER BY rowid"
        let before = try Self.rows(gateway, opened).count
        try show(90_000_000)
        try await Self.wait { try Self.rows(gateway, opened).count == before + 1 }
        let next = try await Self.date(gateway)
        #expect(next > day)
        let days = try Self.rows(gateway, opened).map(\.[0])
        #expect(days.count == Set(days).count && days.suffix(3).count == 3 && days == days.sorted(), "\(days)")
        #expect(
            try Self.rows(gateway, "SELECT count(*) FROM board_post GROUP BY day ORDER BY day") == [["5"], ["10"]])
    }
}
