import Foundation

/// A server that tests send requests to: a process behind TLS, or one that is composed within the test.
package protocol TestServer: Sendable {
    /// - Parameter token: the admin's where it is nil, none where it is empty.
    func request(
        _ method: String, _ path: String, _ fields: [(String, String)], json: String?, body: [UInt8]?,
        as token: String?
    ) async throws -> HTTPReply

    /// A track of noise in the server's one library.
    var track: String { get }
    /// The bytes of that track's file.
    var content: [UInt8] { get }

    /// A new bearer token.
    ///
    /// - Parameter scopes: what the token is made for, separated by commas.
    func token(of name: String, labeled label: String, for scopes: String) async throws -> String

    /// A new key for remote clients.
    func deviceKey(of name: String) async throws -> String
}

/// The scopes of tokens, for an admin and for others.
package enum AllScopes {
    package static let ofAdmins = "read,write,administer,credentials"
    package static let ofOthers = "read,write,credentials"
}

extension TestServer {
    package func request(
        _ method: String, _ path: String, _ fields: [(String, String)] = [], json: String? = nil,
        as token: String? = nil
    ) async throws -> HTTPReply {
        try await request(method, path, fields, json: json, body: nil, as: token)
    }

    /// A user with a token, made by the admin.
    package func person(_ name: String, role: String) async throws -> String {
        let made = try await request(
            "POST", "/api/v1/users",
            json: #"{"username":"\#(name)","role":"\#(role)","password":"seven quiet violas at dawn"}"#)
        guard made.status == 201 else { throw UnexpectedReply(made) }
        return try await token(
            of: name, labeled: "tests", for: role == "admin" ? AllScopes.ofAdmins : AllScopes.ofOthers)
    }

    /// The one library's id.
    package func libraryID() async throws -> String {
        let reply = try await request("GET", "/api/v1/moderation/libraries")
        let items = reply.json?["items"] as? [[String: Any]]
        guard let id = items?.first?["id"] as? String else { throw UnexpectedReply(reply) }
        return id
    }
}

/// A reply that a test's preparation could not go on with.
package struct UnexpectedReply: Error, CustomStringConvertible {
    private let reply: HTTPReply

    init(_ reply: HTTPReply) { self.reply = reply }

    package var description: String { "\(reply.status) \(reply.text)" }
}
