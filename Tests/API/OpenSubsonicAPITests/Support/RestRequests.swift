import Foundation
import HTTPTypes
import NIOCore
import RouterSupport
import Testing

/// Sends requests to the surface and reads its replies.
extension RestFixture {
    /// The parameters that authenticate `person`.
    func proof(_ person: Person) -> [(String, String)] {
        [("apiKey", secrets[person] ?? ""), ("v", "1.16.1"), ("c", "test")]
    }

    func secret(_ person: Person) -> String { secrets[person] ?? "" }

    func get(
        _ endpoint: String, _ parameters: [(String, String)] = [], format: String? = "json", as person: Person? = .ada,
        method: HTTPRequest.Method = .get, fields: HTTPFields = [:], body: String? = nil
    ) async throws -> RouterReply {
        let own = Set(parameters.map(\.0))
        let all =
            (person.map(proof) ?? [("c", "test")]).filter { !own.contains($0.0) } + (format.map { [("f", $0)] } ?? [])
            + parameters
        let query = all.map { "\(Self.escaped($0.0))=\(Self.escaped($0.1))" }.joined(separator: "&")
        return try await responder.answer(
            method, "/rest/\(endpoint)" + (query.isEmpty ? "" : "?" + query), fields,
            body: body.map { ByteBuffer(string: $0) })
    }

    /// The reply at an address of this server, without credentials.
    func fetch(_ address: String) async throws -> RouterReply {
        let place = try #require(address.range(of: "/rest/")).lowerBound
        return try await responder.answer(.get, String(address[place...]))
    }

    /// Makes one of the golden calls.
    func call(_ call: GoldenCall, format: String, _ more: [(String, String)] = []) async throws -> RouterReply {
        try await get(
            call.endpoint, call.parameters + more, format: format, as: call.person,
            method: call.body == nil ? .get : .post,
            fields: call.body == nil ? [:] : [.contentType: "application/json"], body: call.body)
    }

    func post(_ endpoint: String, body: String, type: String, query: String = "") async throws -> RouterReply {
        try await responder.answer(
            .post, "/rest/\(endpoint)\(query)", [.contentType: type], body: ByteBuffer(string: body))
    }

    /// The members of the reply, without those of the envelope.
    func json(
        _ endpoint: String, _ parameters: [(String, String)] = [], as person: Person = .ada
    ) async throws -> [String: Any] {
        try await get(endpoint, parameters, as: person).envelope
    }

    static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text
    }
}

extension RouterReply {
    var text: String { String(buffer: body) }

    /// Empty if the reply is not JSON.
    var envelope: [String: Any] {
        let value = try? JSONSerialization.jsonObject(with: Data(body.readableBytesView)) as? [String: Any]
        return value?["subsonic-response"] as? [String: Any] ?? [:]
    }

    var errorCode: Int? { (envelope["error"] as? [String: Any])?["code"] as? Int }
}
