import Foundation
import Support
import Testing

/// Writes through the API, remembers the acknowledged writes, and compares them with later replies.
struct Witness {
    private let token: String
    private let track: String
    private var count = 0
    private var name = Expected()
    private var position = Expected()
    private var labels: Set<String> = []
    private var possibleLabels: Set<String> = []
    private(set) var acknowledged = 0
    private(set) var refused = 0

    /// The possible values: the last acknowledged one, and later ones with an unknown outcome.
    private struct Expected {
        var allowed: Set<String> = []
    }

    /// The possible outcomes of a write.
    enum Outcome: Equatable {
        case acknowledged
        case refused(Int, retryAfter: Bool, code: String?)
        /// The connection broke before the answer.
        case unknown
    }

    init(_ gateway: Gateway) {
        token = gateway.token
        track = gateway.track
    }

    /// Writes once: in turn a new name, a new queue position, or a new account.
    ///
    /// - Parameter refusalsAreFinal: false where an error may leave it unknown whether the write reached the disk.
    mutating func write(on connection: RawConnection, refusalsAreFinal: Bool = true) async -> Outcome {
        count += 1
        let (method, path, json) =
            switch count % 3 {
            case 0: ("PATCH", "/api/v1/me", #"{"displayName":"Name \#(count)"}"#)
            case 1:
                (
                    "PUT", "/api/v1/queue",
                    #"{"trackIds":["\#(track)","\#(track)"],"currentIndex":1,"positionMs":\#(count)}"#
                )
            default: ("POST", "/api/v1/users", #"{"username":"label \#(count)"}"#)
            }
        let reply = try? await request(method, path, json: json, on: connection)
        guard let reply else {
            note(isAcknowledged: false)
            return .unknown
        }
        if (200..<300).contains(reply.status) {
            acknowledged += 1
            note(isAcknowledged: true)
            return .acknowledged
        }
        refused += 1
        if !refusalsAreFinal { note(isAcknowledged: false) }
        return .refused(reply.status, retryAfter: reply["retry-after"] != nil, code: reply.code)
    }

    private mutating func note(isAcknowledged: Bool) {
        switch count % 3 {
        case 0: name.allowed = isAcknowledged ? ["Name \(count)"] : name.allowed.union(["Name \(count)"])
        case 1: position.allowed = isAcknowledged ? ["\(count)"] : position.allowed.union(["\(count)"])
        default:
            possibleLabels.insert("label \(count)")
            if isAcknowledged { labels.insert("label \(count)") }
        }
    }

    /// Compares the server's state with the acknowledged writes, then takes that state as the expected one.
    mutating func check(on connection: RawConnection, _ location: SourceLocation = #_sourceLocation) async throws {
        let me = try await request("GET", "/api/v1/me", on: connection)
        let shownName = try #require(me.json?["displayName"] as? String, "\(me.text)", sourceLocation: location)
        #expect(name.allowed.isEmpty || name.allowed.contains(shownName), sourceLocation: location)
        let queue = try await request("GET", "/api/v1/queue", on: connection)
        let shownPosition = try #require(queue.json?["positionMs"] as? Int, "\(queue.text)", sourceLocation: location)
        #expect(position.allowed.isEmpty || position.allowed.contains("\(shownPosition)"), sourceLocation: location)
        let users = try await request("GET", "/api/v1/users?limit=500&q=label", on: connection)
        let items = try #require(users.json?["items"] as? [[String: Any]], "\(users.text)", sourceLocation: location)
        let shown = Set(items.compactMap { $0["username"] as? String })
        #expect(labels.isSubset(of: shown), "lost: \(labels.subtracting(shown))", sourceLocation: location)
        #expect(shown.isSubset(of: possibleLabels), "appeared: \(shown)", sourceLocation: location)
        name.allowed = [shownName]
        position.allowed = ["\(shownPosition)"]
        (labels, possibleLabels) = (shown, shown)
    }

    func request(
        _ method: String, _ path: String, json: String? = nil, bytes: [UInt8]? = nil, range: String? = nil,
        on connection: RawConnection
    ) async throws -> HTTPReply {
        var fields = [("Authorization", "Bearer \(token)")]
        if json != nil { fields.append(("Content-Type", "application/json")) }
        if let range { fields.append(("Range", range)) }
        return try await connection.request(method, path, fields, body: bytes ?? json.map { Array($0.utf8) })
    }
}
