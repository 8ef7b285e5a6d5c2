import Foundation
import Logging
import Primitives
import ServiceLifecycle
import Support
import Testing

@testable import Gateway
import HTTPTypes

@Suite("Public certificates", .timeLimit(.minutes(5))) struct ACMETests {
    /// The server's plain listener, and a certificate authority whose own certificate this fixture makes.
    private final class Fixture: Sendable {
        let folder: TemporaryFolder
        let own: DevelopmentAuthority
        let port: Int
        let challenges = ChallengeTokens()
        private let group: ServiceGroup
        private let running: Task<Void, any Error>

        init() async throws {
            folder = try TemporaryFolder()
            own = DevelopmentAuthority(
                folder: folder.path + "/tls", names: [], sealer: KeySealer(key: [UInt8](repeating: 9, count: 32)))
            try own.prepare()
            port = try Pebble.freePort()
            let logger = Logger(label: "test")
            let limits = ConnectionLimits()
            let server = RedirectServer(
                host: "127.0.0.1", port: port, tlsPort: { 443 }, limits: limits,
                connections: ActiveConnections(limits: limits), protection: [:], challenges: challenges,
                logger: logger, isAllowed: { _ in true })
            let group = ServiceGroup(services: [server], logger: logger)
            self.group = group
            running = Task { try await group.run() }
            let address = "http://127.0.0.1:\(port)/"
            try await waitUntil("the listener answers") {
                try await Program.run("/usr/bin/curl", ["--silent", "--max-time", "5", address]).status == 0
            }
        }

        deinit {
            let group = group
            Task { await group.triggerGracefulShutdown() }
        }

        func pebble(refusals: Int = 0) async throws -> Pebble {
            try await Pebble(
                in: folder, certificate: own.files.certificate, key: own.files.key, authority: own.files.authority,
                httpPort: port, refusals: refusals)
        }

        func standIn(_ respond: @escaping @Sendable (String, String) -> StandInAuthority.Answer) async throws
            -> StandInAuthority
        {
            try await StandInAuthority(certificate: own.files.certificate, key: own.files.key, respond)
        }

        func settings(_ directory: String, _ names: [String] = ["music.example.org"]) -> ACMESettings {
            ACMESettings(
                directory: directory, email: "ada@example.org", names: names, authority: own.files.authority,
                folder: folder.path + "/acme")
        }

        func renewal(
            _ settings: ACMESettings, _ challenges: ChallengeTokens? = nil, secret: UInt8 = 1
        ) -> ACMERenewal {
            ACMERenewal(
                settings, challenges: challenges ?? self.challenges,
                sealer: KeySealer(key: [UInt8](repeating: secret, count: 32)), logger: Logger(label: "test"))
        }
    }

    @Test("a certificate is ordered, installed, and renewed with the same account after two thirds of its lifetime")
    func order() async throws {
        let fixture = try await Fixture()
        let pebble = try await fixture.pebble(refusals: 30)
        let names = ["music.example.org", "songs.example.org"]
        let settings = fixture.settings(pebble.directory, names)
        let renewal = fixture.renewal(settings)
        #expect(await renewal.renewIfDue() == .renewed, "\(settings.state?.problem ?? "")")
        let facts = try #require(CertificateFacts(path: settings.files.chain))
        #expect(Set(facts.names) == Set(names) && facts.issuer.contains("Pebble"))
        let root = try #require(try await pebble.root())
        let rootFile = fixture.folder.path + "/root.pem"
        try Data(root.utf8).write(to: URL(fileURLWithPath: rootFile))
        let verified = try await Program.run(
            "/usr/bin/openssl",
            [
                "verify", "-CAfile", rootFile, "-untrusted", settings.files.chain, "-verify_hostname",
                "songs.example.org", settings.files.chain,
            ])
        #expect(verified.status == 0, "\(verified.output)\(verified.error)")
        // The key matches the chain, and the pair is preferred to the server's own.
        let source = try CertificateSource([settings.files, fixture.own.files.pair])
        #expect(source.files == settings.files && source.problem == nil)
        for path in [settings.files.key, settings.accountKey] {
            #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        }
        let accountKey = String(decoding: try PrivateFile.read(settings.accountKey) ?? [], as: UTF8.self)
        #expect(accountKey.contains("RONDO SEALED KEY"))

        #expect(await renewal.renewIfDue() == .notDue)
        let account = settings.state?.account
        let life = facts.until.timeIntervalSince(facts.from)
        #expect(await renewal.renewIfDue(now: facts.from + life * 0.66) == .notDue)
        #expect(await renewal.renewIfDue(now: facts.from + life * 0.67) == .renewed)
        #expect(CertificateFacts(path: settings.files.chain)?.fingerprint != facts.fingerprint)
        #expect(account != nil && settings.state?.account == account)
        // An admin may request a renewal at once. An account key that was sealed with another secret leads to a new
        // account.
        try settings.requestRenewal()
        #expect(await fixture.renewal(settings, secret: 2).renewIfDue() == .renewed)
        #expect(settings.state?.account != account && settings.state?.problem == nil)
        #expect(await renewal.renewIfDue() == .notDue)
    }

    @Test("an order whose challenge goes unanswered keeps the certificate, gives the reason, and waits before retrying")
    func unanswered() async throws {
        let fixture = try await Fixture()
        let pebble = try await fixture.pebble()
        let before = fixture.settings(pebble.directory)
        #expect(await fixture.renewal(before).renewIfDue() == .renewed)
        let present = try PrivateFile.read(before.files.chain)
        // Another name, and a listener that does not know the challenge.
        let settings = fixture.settings(pebble.directory, ["other.example.org"])
        let renewal = fixture.renewal(settings, ChallengeTokens())
        let now = Date()
        guard case .failed(let problem) = await renewal.renewIfDue(now: now) else {
            Issue.record("It did not fail")
            return
        }
        #expect(problem.contains("other.example.org") && settings.state?.problem == problem, "\(problem)")
        #expect(try PrivateFile.read(settings.files.chain) == present)
        #expect(try CertificateSource([settings.files]).facts.names == ["music.example.org"])
        #expect(await renewal.renewIfDue(now: now + 899) == .notDue)
        #expect(settings.state?.failures == 1)
        #expect(await renewal.renewIfDue(now: now + 901) != .notDue)
        #expect(settings.state?.failures == 2)
        #expect(await renewal.renewIfDue(now: now + 901 + 3599) == .notDue)
        // The next attempt has an answered challenge. It succeeds and resets the failures.
        #expect(await fixture.renewal(settings).renewIfDue(now: now + 901 + 3601) == .renewed)
        #expect(settings.state?.failures == 0 && settings.state?.problem == nil)
    }

    @Test("an authority's rate limit is respected, and its message is shown") func rateLimit() async throws {
        let fixture = try await Fixture()
        let authority = try await fixture.standIn { path, _ in
            StandInAuthority.Answer(
                status: 429, headers: [("retry-after", "7200")],
                body:
                    #"{"type":"urn:ietf:params:acme:error:rateLimited","detail":"Too many certificates\nalready issued","subproblems":[{"type":"urn:ietf:params:acme:error:rateLimited","detail":"five this week","identifier":{"type":"dns","value":"music.example.org"}}]}"#
            )
        }
        let settings = fixture.settings(authority.directory)
        let now = Date()
        #expect(
            await fixture.renewal(settings).renewIfDue(now: now)
                == .failed("Too many certificates already issued; music.example.org: five this week (rateLimited)"))
        let next = try #require(settings.state?.nextAttempt)
        #expect(abs(next.timeIntervalSince(now) - 7200) < 120)
        #expect(await fixture.renewal(settings).renewIfDue(now: now + 3600) == .notDue)
    }

    @Test("repeatedly rejected nonces, a certificate for another name and invalid data are refused")
    func nonsense() async throws {
        let fixture = try await Fixture()
        let stranger = try String(contentsOfFile: fixture.own.files.certificate, encoding: .utf8)
        let order = #"{"status":"valid","authorizations":[],"finalize":"A/f","certificate":"A/c"}"#
        let bad = #"{"type":"urn:ietf:params:acme:error:badNonce","detail":"again"}"#
        let cases: [(String, @Sendable (String, String) -> StandInAuthority.Answer)] = [
            ("badNonce", { _, _ in StandInAuthority.Answer(status: 400, body: bad) }),
            (
                "cannot be read",
                { _, address in .init(status: 201, headers: [("location", address + "/o")], body: "[") }
            ),
            ("answered 500", { _, _ in .init(status: 500, body: "<html>") }),
            (
                "something else",
                { path, address in
                    path == "/c"
                        ? .init(body: stranger)
                        : .init(
                            status: 201, headers: [("location", address + "/o")],
                            body: order.replacing("A/", with: address + "/"))
                }
            ),
        ]
        for (words, respond) in cases {
            let authority = try await fixture.standIn(respond)
            let settings = fixture.settings(authority.directory)
            let outcome = await fixture.renewal(settings).renewIfDue()
            guard case .failed(let problem) = outcome else {
                Issue.record("\(words): \(outcome)")
                continue
            }
            #expect(problem.contains(words), "\(problem)")
            #expect(!FileManager.default.fileExists(atPath: settings.files.chain))
            if words == "badNonce" { #expect(authority.requests.count { $0 == "POST /orders" } == 10) }
        }
        let settings = fixture.settings("https://localhost:1/dir")
        guard case .failed(let problem) = await fixture.renewal(settings).renewIfDue() else {
            Issue.record("It did not fail")
            return
        }
        #expect(problem.contains("cannot be reached"), "\(problem)")
    }

    @Test("only names that a public authority can certify are ordered") func names() {
        let names = [
            "Music.Example.org", "nas", "192.0.2.7", "2001:db8::1", "nas.local", "box.lan", "*.example.org", "a.b.c",
            "bad name.example.org", "localhost", "x.localhost",
        ]
        #expect(ACMESettings.publicNames(names) == ["music.example.org", "a.b.c"])
    }

    @Test("the plain listener answers the current challenge, and redirects everything else to TLS")
    func listener() async throws {
        let fixture = try await Fixture()
        let token = "abcdefghijklmnopqrstuvwxyz"
        fixture.challenges.add(token, token + ".thumb")
        let address = "http://127.0.0.1:\(fixture.port)/.well-known/acme-challenge/"
        func ask(_ path: String) async throws -> String {
            try await Program.run(
                "/usr/bin/curl", ["--silent", "--max-time", "10", "--write-out", " %{http_code}", address + path]
            ).output
        }
        #expect(try await ask(token) == token + ".thumb 200")
        #expect(try await ask(token + "x") == " 308")
        fixture.challenges.remove(token)
        #expect(try await ask(token) == " 308")
        for text in ["short", "../../../../etc/passwd-and-more", String(repeating: "a", count: 300), ""] {
            #expect(!ChallengeTokens.isToken(text))
        }
    }
}
