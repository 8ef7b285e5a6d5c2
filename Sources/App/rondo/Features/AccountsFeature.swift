import Accounts
import Catalog
import Credentials
import Foundation
import Gateway
import HTTPSupport
import HTTPTypes
import HummingbirdCore
import Messaging
import NativeAPI
import Primitives
import SQLiteStore
import ServiceLifecycle

/// Accounts: setup, sign-in, sessions, tokens, plans and invitations.
struct AccountsFeature: Feature {
    let authentication: Authentication
    let rules: PasswordRules
    let setup: SetupService
    let accounts: AccountService
    let credentials: CredentialService
    let twoFactor: TwoFactorService
    let passkeys: PasskeyService
    let deviceKeys: DeviceKeyService
    let users: UserAdministrationService
    let plans: PlanService
    let invitations: InvitationService
    private let links: LinkService
    private let signIn: SignInService
    private let guardian: SignInGuard
    let issuer: SessionIssuer
    private let deletion: AccountDeletionService
    private let undos: EmailUndoService
    private let instance: Instance
    private let messaging: MessagingFeature

    init(_ instance: Instance, _ messaging: MessagingFeature, _ administration: AdministrationFeature) {
        self.instance = instance
        self.messaging = messaging
        let (settings, store, hasher, secret) = (
            instance.settings, instance.accountStore, instance.hasher, instance.secret
        )
        let (clock, monotonic) = (instance.clock, SystemMonotonicClock())
        guardian = SignInGuard(clock: monotonic)
        authentication = Authentication(
            store: store, policy: SessionPolicy(confirmation: settings.confirmation), wallClock: clock,
            clock: monotonic)
        issuer = SessionIssuer(authentication: authentication, deviceTokens: DeviceTokens(secret: secret))
        rules = PasswordRules(minimumLength: settings.passwordMinimumLength)
        let undoTokens = messaging.sealer.forUndoing(isEnabled: settings.mailServer != nil)
        let passwords = Passwords(hasher: hasher, rules: rules, guard: guardian)
        setup = SetupService(store: store, passwords: passwords, issuer: issuer, clock: clock)
        links = LinkService(store: store, passwords: passwords, issuer: issuer, clock: clock)
        signIn = SignInService(store: store, passwords: passwords, issuer: issuer, clock: clock)
        twoFactor = TwoFactorService(
            store: store, passwords: passwords, issuer: issuer, secret: secret, clock: clock)
        passkeys = PasskeyService(store: store, guard: guardian, issuer: issuer, clock: clock)
        deletion = AccountDeletionService(
            store: store, passwords: passwords, authentication: authentication, secret: secret, clock: clock)
        accounts = AccountService(
            store: store, pictures: instance.pictures, passwords: passwords, authentication: authentication,
            clock: clock, undos: undoTokens)
        undos = EmailUndoService(store: store, hasher: hasher, authentication: authentication, clock: clock)
        credentials = CredentialService(store: store, authentication: authentication, clock: clock)
        deviceKeys = DeviceKeyService(
            store: store, rings: instance.deviceKeyRing, authentication: authentication,
            pictures: SignedPictureURLs(secret: secret), clock: clock, monotonicClock: monotonic)
        users = UserAdministrationService(
            store: store, passwords: passwords, authentication: authentication, clock: clock, undos: undoTokens)
        plans = PlanService(store: SQLitePlanStore(instance.database), authentication: authentication, clock: clock)
        invitations = InvitationService(
            store: store, passwords: passwords, issuer: issuer, policy: administration.settings, clock: clock)
    }

    /// Signs in users by the provider, under the same throttle as by the password.
    func providerSignIn(client: any IdentityProviderClient, sealer: SecretSealer) -> ProviderSignInService {
        ProviderSignInService(
            store: instance.accountStore, client: client, signIn: signIn, guard: guardian,
            authentication: authentication, sealer: sealer, clock: instance.clock)
    }

    /// Ends the streams of users and credentials that may not listen any more.
    var revocations: Revocations { authentication.revocations }

    var endpoints: [Endpoint] {
        let clock = instance.clock
        let qrCode: @Sendable (String) -> String? = { QRCode($0)?.svg }
        return SessionRoutes.endpoints(setup: setup, links: links, signIn: signIn, clock: clock)
            + MeRoutes(accounts: accounts, leaving: deletion, clock: clock).endpoints
            + TwoFactorRoutes(
                service: twoFactor, site: { $0.head.authority ?? "localhost" }, qrCode: qrCode, clock: clock
            ).endpoints
            + PasskeyRoutes(passkeys: passkeys, origin: Server.origin, clock: clock).endpoints
            + CredentialRoutes(credentials: credentials, clock: clock).endpoints
            + DeviceKeyRoutes.endpoints(keys: deviceKeys, origin: Server.origin, qrCode: qrCode)
            + ConnectionRoutes.endpoints(origin: Server.origin, qrCode: qrCode)
            + UserRoutes.endpoints(users: users, origin: Server.origin)
            + PlanRoutes.endpoints(plans: plans, accounts: accounts, users: users, admission: instance.admission)
            + InvitationRoutes.endpoints(
                invitations: invitations, mail: messaging.mail, clock: clock, origin: Server.origin
            )
            + MailRoutes(mail: messaging.mail, users: users, undos: undos).endpoints
    }

    func jobs(_ jobs: JobMaker) -> [any Service] {
        let changes = instance.database.changes
        let pauses = RetryPauses(first: .seconds(2), longest: .seconds(2))
        return [
            jobs.make("sessionCache", .always) {
                for await _ in changes.revisions(of: .accounts) { authentication.invalidateAll() }
            },
            // A user who may not listen any more is stopped soon, also after a failure.
            jobs.make("sessions", .every(.seconds(2)), pauses: pauses, last: { try await authentication.tick() }) {
                try await authentication.tick()
            },
            jobs.make("openStreams", .every(.seconds(2)), pauses: pauses) {
                try await authentication.endStreams {
                    Set(try await instance.libraryStore.libraries().map(\.id.rawValue))
                }
            },
            jobs.make("credentialCleanup", .every(.seconds(3600))) {
                try await authentication.sweep(by: instance.cleanup)
            },
            jobs.make("setupLink", .once) { try await forgetSetupLink() },
        ]
    }

    /// Removes the file with the setup link as soon as the link has been used.
    private func forgetSetupLink() async throws {
        for await _ in instance.database.changes.revisions(of: .accounts) {
            guard try await !setup.isRequired() else { continue }
            try? FileManager.default.removeItem(atPath: instance.settings.data.setupLink)
            return
        }
    }
}
