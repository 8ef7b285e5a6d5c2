import Foundation

/// A server that tests send requests to: a process behind TLS, or one composed within the test.
package protocol TestServer: Sendable {
    /// - Parameter token: nil uses the admin's token, an empty string none.
    func request(
        _ method: String, _ path: String, _ fields: [(String, String)], json: String?, body: [UInt8]?,
        as token: String?
    ) async throws -> HTTPReply

    /// A track of noise in the server's only library.
    var track: String { get }
    /// The bytes of that track's file.
    var content: [UInt8] { get }

    /// Makes a bearer token.
    ///
    /// - Parameter scopes: the token's scopes, separated by commas.
    func token(of name: String, labeled label: String, for scopes: String) async throws -> String

    /// Makes a key for remote clients.
    func deviceKey(of name: String) async throws -> String
}

/// All token scopes, for an admin and for other users.
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

    /// Creates a user as the admin, and returns their token.
    package func person(_ name: String, role: String) async throws -> String {
        let made = try await request(
            "POST", "/api/v1/users",
            json: #"{"username":"\#(name)","role":"\#(role)","password":"seven quiet violas at dawn"}"#)
        guard made.status == 201 else { throw UnexpectedReply(made) }
        return try await token(
            of: name, labeled: "tests", for: role == "admin" ? AllScopes.ofAdmins : AllScopes.ofOthers)
    }

    /// The id of the only library.
    package func libraryID() async throws -> String {
        let reply = try await request("GET", "/api/v1/moderation/libraries")
        let items = reply.json?["items"] as? [[String: Any]]
        guard let id = items?.first?["id"] as? String else { throw UnexpectedReply(reply) }
        return id
    }
}

/// An unexpected reply during a test's preparation.
package struct UnexpectedReply: Error, CustomStringConvertible {
    private let reply: HTTPReply

    init(_ reply: HTTPReply) { self.reply = reply }

    package var description: String { "\(reply.status) \(reply.text)" }
}
