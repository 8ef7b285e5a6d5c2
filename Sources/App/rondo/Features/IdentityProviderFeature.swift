import Accounts
import HTTPSupport
import NativeAPI
import NetworkClients
import Primitives

/// Sign-in by an OpenID provider. Only for the server: commands change nothing about it but to switch it off.
struct IdentityProviderFeature: Feature {
    let settings: IdentityProviderService
    let endpoints: [Endpoint]

    init(_ features: Features, _ lyricsProviders: LyricsProvidersFeature) {
        let (instance, accounts) = (features.instance, features.accounts)
        let (store, clock) = (instance.accountStore, instance.clock)
        let client = OpenIDClient(reader: lyricsProviders.reader, clock: SystemMonotonicClock())
        let sealer = SecretSealer(key: instance.secret.derive("rondo openid v1"))
        settings = IdentityProviderService(
            store: store, client: client, sealer: sealer, isAddress: { (try? LinkAddress($0)) != nil }, clock: clock)
        endpoints =
            OpenIDRoutes(
                signIn: accounts.providerSignIn(client: client, sealer: sealer),
                links: IdentityLinkService(store: store, issuer: accounts.issuer, clock: clock),
                logout: ProviderLogoutService(store: store, client: client, issuer: accounts.issuer, clock: clock),
                settings: settings, origin: Server.origin, clock: clock
            ).endpoints
    }
}
