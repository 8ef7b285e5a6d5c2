import Accounts
import NetworkClients
import Primitives
import Support

/// A real provider on this machine, and the account services with the provider switched on.
struct ProviderScene {
    static let page = "https://music.example/sign-in/return"

    let gateway: Gateway
    let provider: OpenIDProvider
    let settings: IdentityProviderService
    let signIn: ProviderSignInService
    let links: IdentityLinkService
    let logout: ProviderLogoutService

    private struct Names: NameResolver {
        func addresses(of host: String) async throws -> [IPAddress] { IPAddress(host).map { [$0] } ?? [] }
        func own() async throws -> Set<IPAddress> { [] }
    }

    static func run(
        _ change: IdentityProviderChange = IdentityProviderChange(), _ body: (ProviderScene) async throws -> Void
    ) async throws {
        try await Gateway.run { gateway in
            let scene = try await ProviderScene(gateway)
            try await gateway.add("root", role: .admin)
            var change = change
            change.isOn = true
            change.name = "Club login"
            change.issuer = scene.provider.issuer
            change.clientID = OpenIDProvider.clientID
            change.secret = OpenIDProvider.secret
            _ = try await scene.settings.edit(change, as: .commandLine)
            try await body(scene)
        }
    }

    private init(_ gateway: Gateway) async throws {
        self.gateway = gateway
        provider = try await OpenIDProvider(clock: gateway.clock)
        let network = try LinkNetworkRule("127.0.0.1:\(provider.port)")
        let client = OpenIDClient(
            reader: GuardedReader(
                resolver: Names(), fetcher: try PinnedFetcher(agent: "Rondo/test"),
                limits: GuardedReader.Limits(
                    time: LinkLimits(
                        reach: .seconds(30), pace: .seconds(30), paceBytes: 1, whole: .seconds(30))),
                networks: { [network] }), clock: gateway.clock)
        let (store, authentication, clock) = (gateway.store, gateway.authentication, gateway.clock)
        let sealer = SecretSealer(key: try gateway.secret().derive("test"))
        settings = IdentityProviderService(
            store: store, client: client, sealer: sealer, isAddress: { (try? LinkAddress($0)) != nil }, clock: clock)
        signIn = ProviderSignInService(
            store: store, client: client, signIn: gateway.signIn, guard: gateway.signInGuard,
            authentication: authentication, sealer: sealer, clock: clock)
        links = IdentityLinkService(store: store, issuer: gateway.issuer, clock: clock)
        logout = ProviderLogoutService(store: store, client: client, issuer: gateway.issuer, clock: clock)
    }

    /// Signs in as the user of the provider's tokens.
    func enter(_ change: (inout OpenIDProvider.Behavior) -> Void = { _ in }) async throws -> SignInOutcome {
        provider.change(change)
        let visit = try await signIn.begin(returningTo: Self.page, in: gateway.browser())
        let back = try provider.consent(at: visit.address)
        let outcome = try await signIn.finish(
            ProviderAnswer(state: back.state, code: back.code, issuer: nil), cookie: visit.cookie,
            in: gateway.browser())
        guard case .signedIn(let signedIn) = outcome else { throw SignInOutcome.Unexpected() }
        return signedIn
    }

    /// Returns from the provider to the session that began the visit.
    func finish(_ visit: BegunVisit, session: String) async throws -> ProviderOutcome {
        let back = try provider.consent(at: visit.address)
        return try await signIn.finish(
            ProviderAnswer(state: back.state, code: back.code, issuer: nil), cookie: visit.cookie,
            in: gateway.browser(session: session))
    }

    /// Links the user's account to the provider.
    func link(_ name: String) async throws -> (signedIn: SignedIn, caller: Caller) {
        let entered = try await gateway.enter(name)
        let visit = try await signIn.beginLink(returningTo: Self.page, as: entered.caller)
        _ = try await finish(visit, session: entered.signedIn.sessionToken)
        return entered
    }
}
