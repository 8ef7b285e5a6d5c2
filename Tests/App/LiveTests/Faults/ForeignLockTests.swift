import Foundation
import GRDB
import Support
import Testing

extension FaultTests {
    /// Another process writes to the database. The test process plays it, through its own connection.
    @Suite("A database locked by another process", .timeLimit(.minutes(10))) struct ForeignLockTests {
        private static let writers = 8

        @Test("a write waits for a short lock and succeeds; reads do not wait")
        func short() async throws {
            let gateway = try await Gateway(arguments: [], frames: 1000)
            let lock = try ForeignLock(gateway.server.folder.path + "/data/rondo.sqlite")
            let begun = ContinuousClock.now
            async let outcomes = write(gateway)
            while ContinuousClock.now - begun < .seconds(3) { try await read(gateway) }
            try lock.release()
            let statuses = try await outcomes.map(\.status)
            #expect(statuses == Array(repeating: 201, count: Self.writers))
            #expect(ContinuousClock.now - begun >= .seconds(3))
            #expect(try await written(gateway) == Self.writers)
        }

        @Test("a lock that outlasts the server's wait is 503 with Retry-After, loses nothing, and passes")
        func long() async throws {
            let gateway = try await Gateway(arguments: [], frames: 1000)
            let lock = try ForeignLock(gateway.server.folder.path + "/data/rondo.sqlite")
            let replies = try await write(gateway)
            for reply in replies {
                #expect(reply.status == 503 && reply["retry-after"] != nil, "\(reply.text)")
                #expect(reply["content-type"] == "application/problem+json" && reply.code == "unavailable")
            }
            try await read(gateway)
            try lock.release()
            #expect(try await written(gateway) == 0)
            #expect(try await write(gateway).map(\.status) == Array(repeating: 201, count: Self.writers))
            #expect(try await written(gateway) == Self.writers)
        }

        private func write(_ gateway: Gateway) async throws -> [HTTPReply] {
            try await withThrowingTaskGroup(of: HTTPReply.self) { group in
                for number in 0..<Self.writers {
                    group.addTask {
                        try await gateway.request("POST", "/api/v1/users", json: #"{"username":"writer\#(number)"}"#)
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
        }

        /// The lock is held meanwhile, so a reply shows that reads do not wait for it.
        private func read(_ gateway: Gateway) async throws {
            #expect(try await gateway.request("GET", "/api/v1/tracks").status == 200)
        }

        private func written(_ gateway: Gateway) async throws -> Int {
            let items = try await gateway.request("GET", "/api/v1/users").json?["items"] as? [[String: Any]]
            return try #require(items).count { ($0["username"] as? String)?.hasPrefix("writer") == true }
        }
    }
}

/// Holds SQLite's only write lock.
final class ForeignLock: Sendable {
    private let queue: DatabaseQueue

    init(_ path: String) throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        configuration.allowsUnsafeTransactions = true
        queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    }

    func release() throws {
        try queue.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    }
}
