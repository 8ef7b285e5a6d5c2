import Foundation
import RouterSupport
import Support
import Testing

/// Statistics of the real server, used as by scripts.
@Suite("Statistics", .timeLimit(.minutes(10))) struct StatisticsTests {
    private static let path = "/api/v1/statistics"

    @Test(
        "a user's play is in every number at once; the group sees it when shared, never as another user's own"
    )
    func numbers() async throws {
        let gateway = try await MusicServer(arguments: ["--time-zone", "Asia/Kathmandu"], frames: 88_200)
        let eve = try await gateway.person("eve", role: "listener")
        let events = try await gateway.open("/api/v1/events")
        _ = try await events.text(through: "retry: 3000")
        try await gateway.hear()
        _ = try await events.text(through: "event: history")
        await events.close()

        func plays(_ query: String, as token: String? = nil) async throws -> Int? {
            let reply = try await gateway.request("GET", Self.path + query, as: token)
            #expect(reply.status == 200, "\(reply.text)")
            return (reply.json?["total"] as? [String: Any])?["plays"] as? Int
        }
        for unit in ["day", "week", "month", "year", "all"] {
            #expect(try await plays("?period=\(unit)") == 1, "\(unit)")
            #expect(try await plays("?period=\(unit)", as: eve) == 0)
            for kind in ["track", "album", "artist"] {
                let reply = try await gateway.request("GET", Self.path + "/rankings?period=\(unit)&kind=\(kind)")
                let items = reply.json?["items"] as? [[String: Any]]
                #expect(items?.count == 1 && items?.first?["plays"] as? Int == 1, "\(reply.text)")
            }
        }
        #expect(try await plays("?who=group&period=all", as: eve) == 0)
        let shared = try await gateway.request("PUT", Self.path + "/sharing", json: #"{"listening":"gateway"}"#)
        #expect(shared.json?["listening"] as? String == "gateway", "\(shared.text)")
        #expect(try await plays("?who=group&period=all", as: eve) == 1)

        let year = Calendar(identifier: .gregorian).component(.year, from: Date())
        let review = try await gateway.request("GET", Self.path + "/group/year/\(year)", as: eve)
        #expect(review.status == 200 && review.json?["people"] as? Int == 1, "\(review.text)")
        let days = try await gateway.request("GET", Self.path + "/days?period=week")
        #expect((days.json?["items"] as? [Any])?.count == 7, "\(days.text)")
        let clock = try await gateway.request("GET", Self.path + "/clock?period=all")
        let rows = try #require(clock.json?["weekdays"] as? [[[String: Any]]])
        #expect(rows.count == 7 && rows.allSatisfy { $0.count == 24 })
        #expect(rows.joined().reduce(0) { $0 + ($1["plays"] as? Int ?? 0) } == 1)
        let streaks = try await gateway.request("GET", Self.path + "/streaks")
        #expect((streaks.json?["current"] as? [String: Any])?["days"] as? Int == 1, "\(streaks.text)")
    }

    @Test("after a restart in another time zone the same plays are counted by its local time")
    func zone() async throws {
        let gateway = try await MusicServer(arguments: ["--time-zone", "Pacific/Kiritimati"], frames: 88_200)
        try await gateway.hear()
        await gateway.stop()
        let again = try await MusicServer(again: gateway, arguments: ["--time-zone", "Pacific/Pago_Pago"])
        let reply = try await again.request("GET", Self.path + "?period=day")
        #expect((reply.json?["total"] as? [String: Any])?["plays"] as? Int == 1, "\(reply.text)")
    }

    @Test("bad input is refused with the field")
    func badInput() async throws {
        let gateway = try await MusicServer.shared.value
        let cases: [(String, String, String?, Int, String?)] = [
            ("GET", "?who=eve", nil, 400, "who"), ("GET", "?period=decade", nil, 400, "period"),
            ("GET", "?date=2026-02-30", nil, 400, "date"), ("GET", "?date=today", nil, 400, "date"),
            ("GET", "/rankings?kind=label", nil, 400, "kind"), ("GET", "/rankings?by=luck", nil, 400, "by"),
            ("GET", "/rankings?limit=0", nil, 400, "limit"), ("GET", "/rankings?limit=101", nil, 400, "limit"),
            ("GET", "/year/0", nil, 404, nil), ("GET", "/year/soon", nil, 404, nil),
            ("GET", "/year/99999", nil, 404, nil),
            ("GET", "/group/year/-1", nil, 404, nil), ("GET", "?date=0001-01-01&period=year", nil, 200, nil),
            ("GET", "/days?date=9999-12-31&period=year", nil, 200, nil),
            ("PUT", "/sharing", "{}", 400, "listening"), ("PUT", "/sharing", #"{"listening":"all"}"#, 400, "listening"),
            ("PUT", "/sharing", #"{"listening":"nobody","x":1}"#, 400, "x"),
        ]
        for (method, path, json, status, field) in cases {
            let reply = try await gateway.request(method, Self.path + path, json: json)
            #expect(reply.status == status && reply.json?["field"] as? String == field, "\(path): \(reply.text)")
        }
    }
}

extension MusicServer {
    /// Reports the track like a player until the server counts the play. A track of two seconds takes one second.
    fileprivate func hear() async throws {
        let clock = ContinuousClock()
        let play = UUID().uuidString.lowercased()
        func report(_ event: String, _ position: Int) async throws -> HTTPReply {
            try await request(
                "POST", "/api/v1/playback",
                json: #"{"playId":"\#(play)","trackId":"\#(track)","event":"\#(event)","positionMs":\#(position)}"#)
        }
        try #require(try await report("start", 0).status == 200)
        let began = clock.now
        try await waitUntil("the play is counted") {
            let position = min(2000, Int((clock.now - began) / .milliseconds(1)))
            return try await report("progress", position).json?["counted"] as? Bool == true
        }
    }
}
