import Foundation
import GRDB
import Support
import Testing

/// The server on a failing machine. `Tests/run` runs a few of these at a time, because they mostly wait for real time
/// to pass.
@Suite("When the machine fails") enum FaultTests {
    /// Problems that SQLite finds in the database of a stopped server.
    static func problems(inDatabase path: String) throws -> [String] {
        let queue = try DatabaseQueue(path: path)
        return try queue.read { db in
            let integrity = try String.fetchAll(db, sql: "PRAGMA integrity_check").filter { $0 != "ok" }
            return try integrity + Row.fetchAll(db, sql: "PRAGMA foreign_key_check").map(\.description)
        }
    }

    /// Processor seconds that the process has used, by proc(5).
    static func processorSeconds(of process: Int32) throws -> Double {
        let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: "/proc/\(process)/stat")), as: UTF8.self)
        let fields = try #require(text.split(separator: ")").last).split(separator: " ")
        let ticks = try #require(Double(fields[11])) + #require(Double(fields[12]))
        return ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// A request for the server's long track.
    static func streamRequest(_ gateway: Gateway) -> String {
        "GET /api/v1/tracks/\(gateway.track)/stream HTTP/1.1\r\nHost: localhost\r\n"
            + "Authorization: Bearer \(gateway.token)\r\n\r\n"
    }

    /// A small PNG followed by this many bytes, which differ for each seed.
    static func picture(bytes: Int, seed: UInt64) -> [UInt8] {
        let image = Data(
            base64Encoded: """
                iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAbElEQVR42hXNQRUAUQhCUZOYhCQmeUlIQhISzR+XXA7ODDtouIHBQ4YOM8suWm5h8ZKl+0Cs\
                kDiBsIioHhx76LiDw0eO3oN/4FVf+J8h0PduzBqZ8x/bxNQPwgaFy192SGgelC0q13/CJaXlA+odUoEVKnyAAAAAAElFTkSuQmCC
                """)
        return Array(image ?? Data()) + WAVFile.noise(frames: bytes / 4, seed: seed)
    }
}
