import NetworkClients
import Primitives
import Support
import Testing

@testable import Accounts

@Suite("The OpenID client", .timeLimit(.minutes(2))) struct OpenIDClientTests {
    private struct Names: NameResolver {
        func addresses(of host: String) async throws -> [IPAddress] { IPAddress(host).map { [$0] } ?? [] }
        func own() async throws -> Set<IPAddress> { [] }
    }

    /// - Parameter wait: the time limit for a reply.
    private static func client(port: Int, isAllowed: Bool = true, wait: Duration = .seconds(30)) throws -> OpenIDClient
    {
        let networks = isAllowed ? [try LinkNetworkRule("127.0.0.1:\(port)")] : []
        let time = LinkLimits(reach: wait, pace: wait, paceBytes: 1, whole: wait)
        return OpenIDClient(
            reader: GuardedReader(
                resolver: Names(), fetcher: try PinnedFetcher(agent: "Rondo/test"),
                limits: GuardedReader.Limits(bytes: 100_000, time: time), networks: { networks }),
            clock: TestClock())
    }

    private static func failure(_ work: () async throws -> Void) async throws -> ServiceFailure.Reason? {
        do {
            try await work()
            return nil
        } catch let failure as ServiceFailure {
            return failure.reason
        }
    }

    @Test("a provider whose description has another issuer, or none, is refused") func configuration() async throws {
        let provider = try await OpenIDProvider()
        let whole = try await Self.client(port: provider.port).configuration(of: provider.issuer + "/")
        #expect(whole.issuer == provider.issuer && whole.tokenEndpoint == provider.issuer + "/token")
        #expect(whole.userInfoEndpoint == nil && !whole.namesIssuer && !whole.takesSecretInForm)
        let wrong: [[String: String?]] = [
            ["issuer": #""https://evil.example""#], ["issuer": nil], ["token_endpoint": nil], ["jwks_uri": "7"],
            ["authorization_endpoint": #""javascript:alert(1)""#], ["token_endpoint": #""file:///etc/passwd""#],
        ]
        for members in wrong {
            provider.change { $0.configuration = members }
            let client = try Self.client(port: provider.port)
            let reason = try await Self.failure { _ = try await client.configuration(of: provider.issuer) }
            #expect(reason == .malformed, "\(members)")
        }
    }

    @Test("provider failures and forbidden addresses are distinguished") func failures() async throws {
        let deep = String(repeating: "[", count: 100_000 - 10)
        let answers: [(FileServer.Step, ServiceFailure.Reason)] = [
            (.send(FileServer.head("503 Service Unavailable", ["Content-Length: 0"])), .failing),
            (.send(FileServer.head("429 Too Many Requests", ["Content-Length: 0"])), .limit),
            (.send(FileServer.head("200 OK", ["Content-Length: 4"]) + Array("<!--".utf8)), .malformed),
            (.send(FileServer.head("200 OK", ["Content-Length: 99990"]) + Array(deep.utf8)), .malformed),
            (.send(FileServer.head("200 OK", ["Content-Length: 200000"])), .large),
            (.send(FileServer.head("302 Found", ["Location: http://10.0.0.1/", "Content-Length: 0"])), .unreachable),
        ]
        for (step, expected) in answers {
            let server = try await FileServer { _ in [step] }
            let client = try Self.client(port: server.port)
            let reason = try await Self.failure {
                _ = try await client.configuration(of: "http://127.0.0.1:\(server.port)")
            }
            #expect(reason == expected)
        }
        let silent = try await FileServer { _ in [.hold] }
        let hasty = try Self.client(port: silent.port, wait: .milliseconds(300))
        #expect(
            try await Self.failure { _ = try await hasty.configuration(of: "http://127.0.0.1:\(silent.port)") }
                == .unreachable
        )
        let shut = try Self.client(port: silent.port, isAllowed: false)
        #expect(
            try await Self.failure { _ = try await shut.configuration(of: "http://127.0.0.1:\(silent.port)") }
                == .forbidden)
    }

    @Test("the secret is sent to the token endpoint by a method that the provider supports")
    func secret() async throws {
        for methods in [nil, #"["client_secret_post"]"#, #"["client_secret_post","client_secret_basic"]"#] {
            let provider = try await OpenIDProvider()
            if let methods {
                provider.change { $0.configuration = ["token_endpoint_auth_methods_supported": methods] }
            }
            let client = try Self.client(port: provider.port)
            let configuration = try await client.configuration(of: provider.issuer)
            #expect(configuration.takesSecretInForm == (methods == #"["client_secret_post"]"#))
            let verifier = String(repeating: "v", count: 43)
            let challenge = "7w_YNF9DSfIdPf_pRjSq646_kPr-2-o9NAl16JGghdM"
            let back = try provider.consent(
                at: "\(configuration.authorizationEndpoint)?code_challenge=\(challenge)&redirect_uri=https://m.example/"
            )
            let redemption = CodeRedemption(
                code: back.code, returnAddress: "https://m.example/", verifier: verifier,
                clientID: OpenIDProvider.clientID, secret: OpenIDProvider.secret)
            let tokens = try await client.redeem(redemption, at: configuration)
            let claims = try await client.claims(of: try #require(tokens).idToken, from: configuration)
            #expect(claims?.values["sub"] == .text("user-7"))
            #expect(try await client.redeem(redemption, at: configuration) == nil)
        }
    }
}
