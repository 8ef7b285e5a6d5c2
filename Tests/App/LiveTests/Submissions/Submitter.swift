import Foundation
import Support
import Testing

/// Sends files to a server as a script would.
struct Submitter {
    let gateway: Gateway
    let token: String

    /// A new upload's address.
    func announce(
        _ name: String, length: Int, _ additional: [(String, String)] = []
    ) async throws -> HTTPReply {
        let metadata = ([("filename", name)] + additional)
            .map { "\($0) \(Data($1.utf8).base64EncodedString())" }.joined(separator: ",")
        return try await gateway.request(
            "POST", "/api/v1/uploads",
            [("Tus-Resumable", "1.0.0"), ("Upload-Length", "\(length)"), ("Upload-Metadata", metadata)], as: token)
    }

    func send(
        _ bytes: some Collection<UInt8>, to location: String, at offset: Int, _ additional: [(String, String)] = []
    ) async throws -> HTTPReply {
        let connection = try await gateway.server.connect()
        let reply = try await connection.request(
            "PATCH", location,
            [
                ("Authorization", "Bearer \(token)"), ("Tus-Resumable", "1.0.0"), ("Upload-Offset", "\(offset)"),
                ("Content-Type", "application/offset+octet-stream"),
            ] + additional, body: Array(bytes))
        await connection.close()
        return reply
    }

    func offset(of location: String) async throws -> Int? {
        let reply = try await gateway.request("HEAD", location, [("Tus-Resumable", "1.0.0")], as: token)
        return reply["upload-offset"].flatMap { Int($0) }
    }

    /// Sends a whole file and waits until it was looked through: the submission, or the upload where it was refused.
    func upload(
        _ bytes: [UInt8], as name: String, _ additional: [(String, String)] = []
    ) async throws -> [String: Any] {
        let made = try await announce(name, length: bytes.count, additional)
        try #require(made.status == 201, "\(made.text)")
        let location = try #require(made["location"])
        let sent = try await send(bytes, to: location, at: 0)
        try #require(sent.status == 204, "\(sent.text)")
        return try await outcome(of: location)
    }

    func outcome(of location: String) async throws -> [String: Any] {
        let id = location.split(separator: "/").last ?? ""
        return try await waitFor("\(location) is looked through") {
            let submission = try await gateway.request("GET", "/api/v1/submissions/\(id)", as: token)
            if submission.status == 200 { return submission.json ?? [:] }
            let upload = try await gateway.request("GET", location, as: token)
            return upload.json?["state"] as? String == "refused" ? upload.json ?? [:] : nil
        }
    }

    /// The submission once it is in `state`.
    func submission(_ id: String, in state: String, as reader: String? = nil) async throws -> [String: Any] {
        try await waitFor("submission \(id) is \(state)") {
            let reply = try await gateway.request("GET", "/api/v1/submissions/\(id)", as: reader ?? token)
            return reply.json?["state"] as? String == state ? reply.json ?? [:] : nil
        }
    }

    func post(_ path: String, _ json: String = "{}", as other: String? = nil) async throws -> HTTPReply {
        try await gateway.request("POST", path, json: json, as: other ?? token)
    }
}

extension Gateway {
    func libraryID() async throws -> String {
        let reply = try await request("GET", "/api/v1/moderation/libraries")
        let items = reply.json?["items"] as? [[String: Any]]
        return try #require(items?.first?["id"] as? String, "\(reply.text)")
    }
}
