import Foundation

/// A listener with a plan of the given limits, created by the admin.
package struct Subscriber: Sendable {
    package let gateway: any TestServer
    package let id: String
    package let plan: String
    package let token: String
    package let secondToken: String
    package let key: String

    /// - Parameter limits: JSON members of the plan, without braces.
    package init(_ gateway: any TestServer, _ name: String, limits: String) async throws {
        self.gateway = gateway
        token = try await gateway.person(name, role: "listener")
        secondToken = try await gateway.token(of: name, labeled: "second", for: "read,write")
        key = try await gateway.deviceKey(of: name)
        let users = try await gateway.request("GET", "/api/v1/users?q=\(name)")
        let plan = try await gateway.request("POST", "/api/v1/plans", json: #"{"name":"\#(name)",\#(limits)}"#)
        guard let id = (users.json?["items"] as? [[String: Any]])?.first?["id"] as? String else {
            throw UnexpectedReply(users)
        }
        guard let planID = plan.json?["id"] as? String else { throw UnexpectedReply(plan) }
        (self.id, self.plan) = (id, planID)
        let given = try await gateway.request("PATCH", "/api/v1/users/\(id)", json: #"{"plan":"\#(planID)"}"#)
        guard given.json?["plan"] as? String == name else { throw UnexpectedReply(given) }
    }

    package func stream(
        _ fields: [(String, String)] = [], method: String = "GET", as token: String? = nil
    ) async throws -> HTTPReply {
        try await gateway.request(
            method, "/api/v1/tracks/\(gateway.track)/stream", fields, json: nil, body: nil, as: token ?? self.token)
    }

    /// Calls the remote API about the track.
    package func rest(_ call: String) async throws -> HTTPReply {
        try await gateway.request(
            "GET", "/rest/\(call)?id=tr-\(gateway.track)&apiKey=\(key)&v=1.16.1&c=tests&f=json", as: "")
    }

    /// The use of the plan, as the listener sees it.
    package func use() async throws -> [String: Any] {
        let reply = try await gateway.request("GET", "/api/v1/me/plan", as: token)
        guard let use = reply.json else { throw UnexpectedReply(reply) }
        return use
    }

    /// Waits until the listener has this many open streams.
    package func waitUntil(openStreams count: Int) async throws {
        try await Support.waitUntil("there are \(count) open streams") {
            try await use()["openStreams"] as? Int == count
        }
    }

    /// Waits until exactly this many bytes are counted.
    package func waitUntil(transferred bytes: Int) async throws {
        try await Support.waitUntil("\(bytes) bytes are counted") {
            try await use()["transferred"] as? Int == bytes
        }
    }

    /// The path of a new share of the track.
    package func share() async throws -> String {
        let reply = try await gateway.request(
            "POST", "/api/v1/shares", json: #"{"items":[{"kind":"track","id":"\#(gateway.track)"}]}"#, as: token)
        guard let url = URL(string: reply.json?["url"] as? String ?? "") else { throw UnexpectedReply(reply) }
        return url.path
    }
}

extension HTTPReply {
    /// The error in the reply to a remote client.
    package var remoteError: [String: Any]? {
        (json?["subsonic-response"] as? [String: Any])?["error"] as? [String: Any]
    }
}
