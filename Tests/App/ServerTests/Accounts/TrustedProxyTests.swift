import Foundation
import HTTPSupport
import HTTPTypes
import Primitives
import RouterSupport
import Support
import Testing

@testable import rondo

@Suite("Trusted proxies", .timeLimit(.minutes(10))) struct TrustedProxyTests {
    private static let server = Task {
        try await MusicServer(arguments: ["--trusted-proxies", "127.0.0.1", "--proxy-user-header", "Remote-User"])
    }
    private static let user = ("Remote-User", "ada")
    private static let sameOrigin = ("Origin", "https://localhost")

    private func origin(
        of peer: String, _ fields: [(String, String)], proxies: String = "10.0.0.0/8, 2001:db8::/32",
        userField: String? = "Remote-User"
    ) throws -> RequestOrigin {
        var all = HTTPFields()
        for (name, value) in fields { all.append(HTTPField(name: try #require(HTTPField.Name(name)), value: value)) }
        return try TrustedProxies(addresses: proxies, userField: userField).origin(of: peer, all)
    }

    @Test("the client is the last address in X-Forwarded-For that is no proxy's; the header is ignored from others")
    func client() throws {
        let cases: [(peer: String, forwarded: [String], client: String)] = [
            ("10.0.0.1", [], "10.0.0.1"), ("10.0.0.1", ["192.0.2.7"], "192.0.2.7"),
            ("10.0.0.1", ["198.51.100.1, 192.0.2.7"], "192.0.2.7"),
            ("10.0.0.1", ["198.51.100.1", "192.0.2.7, 10.2.3.4"], "192.0.2.7"),
            ("10.0.0.1", ["10.9.9.9, 10.2.3.4"], "10.9.9.9"),
            ("10.0.0.1", ["192.0.2.7:4711"], "192.0.2.7"), ("10.0.0.1", ["[2001:db9::1]:443"], "2001:db9::1"),
            ("10.0.0.1", ["2001:DB9::1"], "2001:db9::1"), ("2001:db8::1", ["192.0.2.7"], "192.0.2.7"),
            ("::ffff:10.0.0.1", ["192.0.2.7"], "192.0.2.7"),
            ("10.0.0.1", ["192.0.2.7, unknown"], "10.0.0.1"), ("10.0.0.1", ["192.0.2.7,"], "10.0.0.1"),
            ("10.0.0.1", ["127.1"], "10.0.0.1"), ("10.0.0.1", ["192.0.2.7, x, 10.1.1.1"], "10.1.1.1"),
            ("10.0.0.1", [Array(repeating: "10.0.0.2", count: 5000).joined(separator: ",")], "10.0.0.2"),
            ("192.0.2.9", ["198.51.100.1"], "192.0.2.9"), ("unknown", ["198.51.100.1"], "unknown"),
        ]
        for (peer, forwarded, client) in cases {
            let found = try origin(of: peer, forwarded.map { ("X-Forwarded-For", $0) })
            #expect(found == RequestOrigin(address: client), "\(peer) \(forwarded.map { $0.prefix(40) })")
        }
    }

    @Test("only a proxy may name a user, and only once")
    func named() throws {
        #expect(try origin(of: "10.0.0.1", [Self.user]).proxyUser == "ada")
        #expect(try origin(of: "10.0.0.1", [("remote-user", " ada ")]).proxyUser == "ada")
        for (peer, fields) in [
            ("192.0.2.9", [Self.user]), ("10.0.0.1", [Self.user, ("Remote-User", "bob")]),
            ("10.0.0.1", [("Remote-User", "  ")]), ("10.0.0.1", [("X-Remote-User", "ada")]),
        ] {
            #expect(try origin(of: peer, fields).proxyUser == nil, "\(peer) \(fields)")
        }
        #expect(try origin(of: "10.0.0.1", [Self.user], userField: nil).proxyUser == nil)
    }

    @Test("settings that trust everyone, no proxy or a wrong header are refused by name")
    func settings() {
        for (addresses, field, setting) in [
            ("10.0.0.0/8,proxy.local", nil, "proxies.addresses"), ("0.0.0.0/0", nil, "proxies.addresses"),
            ("::/0", nil, "proxies.addresses"), (nil, "Remote-User", "proxies.addresses"),
            ("10.0.0.1", "Cookie", "proxies.user-header"), ("10.0.0.1", "a b", "proxies.user-header"),
            ("10.0.0.1", "X-Forwarded-For", "proxies.user-header"),
        ] as [(String?, String?, String)] {
            #expect {
                _ = try TrustedProxies(addresses: addresses, userField: field)
            } throws: {
                ($0 as? DomainError)?.field == setting
            }
        }
    }

    @Test("a proxy's user gets their own session without password confirmation, under their own address")
    func signIn() async throws {
        let server = try await Self.server.value
        let forwarded = ("X-Forwarded-For", "203.0.113.7")
        #expect(try await server.send("GET", "/api/v1/server", [Self.user]).json?["proxyUser"] as? String == "ada")
        let signedIn = try await server.send(
            "POST", "/api/v1/session/proxy", [Self.user, Self.sameOrigin, forwarded])
        #expect(signedIn.status == 200 && signedIn.json?["username"] as? String == "ada", "\(signedIn.text)")
        let cookie = ("Cookie", signedIn.cookies)

        for (fields, status) in [([Self.user], 200), ([("Remote-User", "ADA")], 200), ([], 200)] {
            #expect(try await server.send("GET", "/api/v1/me", fields + [cookie]).status == status, "\(fields)")
        }
        let other = try await server.send("GET", "/api/v1/me", [("Remote-User", "bob"), cookie])
        #expect(other.status == 401)
        let program = try await server.request("GET", "/api/v1/me", [("Remote-User", "bob")])
        #expect(program.status == 200)

        let sessions = try await server.send("GET", "/api/v1/me/sessions", [cookie])
        #expect(sessions.text.contains("203.0.113.7"), "\(sessions.text)")
        let administering = try await server.send(
            "POST", "/api/v1/users", [cookie, Self.sameOrigin, ("Content-Type", "application/json")],
            body: Array(#"{"username":"eve"}"#.utf8))
        #expect(administering.status == 403 && administering.json?["reason"] as? String == "confirmation_required")
    }

    @Test("a header from a client, another site or for an unknown account signs nobody in")
    func refusals() async throws {
        let server = try await Self.server.value
        let made = try await server.request("POST", "/api/v1/users", json: #"{"username":"gone"}"#)
        let id = try #require(made.json?["user"].flatMap { ($0 as? [String: Any])?["id"] as? String })
        #expect(try await server.request("PATCH", "/api/v1/users/\(id)", json: #"{"disabled":true}"#).status == 200)
        func ask(_ fields: [(String, String)]) async throws -> HTTPReply {
            try await server.send("POST", "/api/v1/session/proxy", fields)
        }
        for name in ["nobody", "gone", "ada\u{e9}", String(repeating: "a", count: 5000)] {
            let reply = try await ask([("Remote-User", name), Self.sameOrigin])
            let reason = reply.json?["reason"] as? String
            #expect(reply.status == 401 && reason == "proxy_user_unknown", "\(name.prefix(9))")
        }
        let site = try await ask([Self.user, ("Sec-Fetch-Site", "cross-site")])
        #expect(site.status == 403 && site.cookies.isEmpty)
        let without = try await ask([Self.sameOrigin])
        #expect(without.status == 404 && without.json?["reason"] as? String == "no_proxy_user")
        let twice = try await ask([Self.user, Self.user, Self.sameOrigin])
        #expect(twice.status == 404)
        let stranger = try await server.server.open(
            .post, "/api/v1/session/proxy", [.origin: "https://localhost", remoteUser: "ada"], body: nil,
            from: "192.0.2.9"
        ).whole()
        #expect(stranger.status == 404 && stranger.cookies.isEmpty)
    }

    private var remoteUser: HTTPField.Name { HTTPField.Name(parsed: "remote-user") ?? .origin }
}
