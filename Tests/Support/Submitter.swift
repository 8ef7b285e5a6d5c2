import Foundation

/// Sends files to a server like a script.
package struct Submitter: Sendable {
    package let gateway: any TestServer
    package let token: String

    package init(gateway: any TestServer, token: String) {
        (self.gateway, self.token) = (gateway, token)
    }

    /// Announces an upload, and returns the reply with its address.
    package func announce(
        _ name: String, length: Int, _ additional: [(String, String)] = []
    ) async throws -> HTTPReply {
        let metadata = ([("filename", name)] + additional)
            .map { "\($0) \(Data($1.utf8).base64EncodedString())" }.joined(separator: ",")
        return try await gateway.request(
            "POST", "/api/v1/uploads",
            [("Tus-Resumable", "1.0.0"), ("Upload-Length", "\(length)"), ("Upload-Metadata", metadata)], as: token)
    }

    package func send(
        _ bytes: some Collection<UInt8>, to location: String, at offset: Int, _ additional: [(String, String)] = []
    ) async throws -> HTTPReply {
        try await gateway.request(
            "PATCH", location,
            [
                ("Tus-Resumable", "1.0.0"), ("Upload-Offset", "\(offset)"),
                ("Content-Type", "application/offset+octet-stream"),
            ] + additional, json: nil, body: Array(bytes), as: token)
    }

    package func offset(of location: String) async throws -> Int? {
        let reply = try await gateway.request("HEAD", location, [("Tus-Resumable", "1.0.0")], as: token)
        return reply["upload-offset"].flatMap { Int($0) }
    }

    /// Sends a whole file and waits until it has been checked. Returns the submission, or the upload if it was refused.
    package func upload(
        _ bytes: [UInt8], as name: String, _ additional: [(String, String)] = []
    ) async throws -> [String: Any] {
        let made = try await announce(name, length: bytes.count, additional)
        guard made.status == 201, let location = made["location"] else { throw UnexpectedReply(made) }
        let sent = try await send(bytes, to: location, at: 0)
        guard sent.status == 204 else { throw UnexpectedReply(sent) }
        return try await outcome(of: location)
    }

    package func outcome(of location: String) async throws -> [String: Any] {
        let id = location.split(separator: "/").last ?? ""
        return try await waitFor("\(location) is looked through") {
            let submission = try await gateway.request("GET", "/api/v1/submissions/\(id)", as: token)
            if submission.status == 200 { return submission.json ?? [:] }
            let upload = try await gateway.request("GET", location, as: token)
            return upload.json?["state"] as? String == "refused" ? upload.json ?? [:] : nil
        }
    }

    /// Waits until the submission is in `state`, and returns it.
    package func submission(_ id: String, in state: String, as reader: String? = nil) async throws -> [String: Any] {
        try await waitFor("submission \(id) is \(state)") {
            let reply = try await gateway.request("GET", "/api/v1/submissions/\(id)", as: reader ?? token)
            return reply.json?["state"] as? String == state ? reply.json ?? [:] : nil
        }
    }

    package func post(_ path: String, _ json: String = "{}", as other: String? = nil) async throws -> HTTPReply {
        try await gateway.request("POST", path, json: json, as: other ?? token)
    }
}
