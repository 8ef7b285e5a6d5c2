import Support
import Primitives
import OpenSubsonicAPI
import Accounts
import Crypto
import Foundation
import HTTPTypes
import Testing

@Suite("A remote client") struct AuthenticationTests {
    private static let shared = Task { try await RestFixture() }

    private func code(_ parameters: [(String, String)], fields: HTTPFields = [:]) async throws -> Int? {
        let rest = try await Self.shared.value
        return try await rest.get("ping", parameters, as: nil, fields: fields).errorCode
    }

    private func md5(_ text: String) -> String {
        Insecure.MD5.hash(data: Data(text.utf8)).map { byte in
            String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }.joined()
    }

    @Test("signs in by API key, by key as password, plain or in hexadecimal, and by token") func ways() async throws {
        let key = try await Self.shared.value.secret(.bo)
        let hexadecimal = key.utf8.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        #expect(try await code([("apiKey", key)]) == nil)
        #expect(try await code([("u", "bo"), ("p", key)]) == nil)
        #expect(try await code([("u", "BO"), ("p", "enc:" + hexadecimal)]) == nil)
        #expect(try await code([("u", "bo"), ("p", "enc:" + hexadecimal.uppercased())]) == nil)
        #expect(try await code([("u", "bo"), ("t", md5(key + "x")), ("s", "x")]) == nil)
    }

    @Test("gets the same refusal for every wrong credential") func wrong() async throws {
        let rest = try await Self.shared.value
        let key = rest.secret(.bo)
        let tries: [[(String, String)]] = [
            [("u", "bo"), ("p", "wrong")], [("u", "nobody"), ("p", "wrong")], [("u", "nobody"), ("p", key)],
            [("u", "ada"), ("p", key)], [("u", "bo"), ("p", "")], [("u", "bo"), ("p", "enc:")],
            [("u", "bo"), ("p", "enc:zz")], [("u", "bo"), ("p", "wobbly lantern fjord 81")],
            [("u", "bo"), ("t", md5(key + "x")), ("s", "y")], [("u", "bo"), ("t", md5("x")), ("s", "x")],
            [("u", "nobody"), ("t", md5("x")), ("s", "x")], [("u", "%"), ("p", key)], [("u", "b_"), ("p", key)],
        ]
        var answers: Set<String> = []
        for parameters in tries {
            // Longer than an address is throttled after failures.
            rest.clock.advance(by: .seconds(7200))
            let reply = try await rest.get("ping", parameters, as: nil)
            #expect(reply.errorCode == 40, "\(parameters)")
            answers.insert(reply.text)
        }
        #expect(answers.count == 1)
        #expect(answers.first?.contains("\"helpUrl\":\"https://localhost/profile\"") == true)
        rest.clock.advance(by: .seconds(7200))
        #expect(try await code([("apiKey", "WRONG")]) == 44)
    }

    @Test("is told about missing and conflicting credentials") func conflicts() async throws {
        let key = try await Self.shared.value.secret(.bo)
        #expect(try await code([]) == 10)
        #expect(try await code([("u", "bo")]) == 10)
        #expect(try await code([("p", key)]) == 10)
        #expect(try await code([("u", "bo"), ("t", "x")]) == 10)
        #expect(try await code([("apiKey", "")]) == 10)
        for other in ["u", "p", "t", "s"] { #expect(try await code([("apiKey", key), (other, "x")]) == 43) }
        #expect(try await code([("u", "bo"), ("p", key), ("t", "x"), ("s", "x")]) == 43)
        #expect(try await code([("apiKey", String(repeating: "a", count: 4000))]) == 10)
    }

    @Test("is never authenticated by a cookie or a bearer token") func cookies() async throws {
        let key = try await Self.shared.value.secret(.bo)
        #expect(try await code([], fields: [.cookie: "__Host-rondo_session=\(key)"]) == 10)
        #expect(try await code([], fields: [.authorization: "Bearer \(key)"]) == 10)
    }

    @Test("needs no credentials to list the extensions") func extensions() async throws {
        let rest = try await Self.shared.value
        let reply = try await rest.get("getOpenSubsonicExtensions", [("f", "json")], format: nil, as: nil)
        let names = (reply.envelope["openSubsonicExtensions"] as? [[String: Any]])?.compactMap { $0["name"] as? String }
        #expect(names?.contains("apiKeyAuthentication") == true && names?.contains("formPost") == true)
    }

    @Test("loses access when its key is revoked") func revoked() async throws {
        let rest = try await RestFixture()
        let user = try await rest.users.get(username: "bo", as: .commandLine)
        #expect(try await rest.get("ping", as: .bo).errorCode == nil)
        try await rest.deviceKeys.revokeAll(of: user.id, as: .commandLine)
        #expect(try await rest.get("ping", as: .bo).errorCode == 44)
    }
}
