import Support
import Accounts
import Foundation
import Journal
import Messaging
import NIOPosix
import Credentials
import Primitives
import SQLiteStore
import Testing

/// All account services over a real database in its own folder, with cheap hashing and stopped clocks.
struct AccountsFixture {
    static let password = "wobbly lantern fjord 81"
    static let cheap = PasswordHashParameters(memoryKiB: 64, iterations: 1, parallelism: 1)

    let folder: URL
    let clock = TestClock()
    let database: SQLiteDatabase
    let store: any AccountStore
    let hasher: Argon2PasswordHasher
    let authentication: Authentication
    let signInGuard: SignInGuard
    let issuer: SessionIssuer
    let signIn: SignInService
    let account: AccountService
    let leaving: AccountDeletionService
    let credentials: CredentialService
    let deviceKeys: DeviceKeyService
    let twoFactor: TwoFactorService
    let passkeys: PasskeyService
    let users: UserAdministrationService
    let links: LinkService
    let setup: SetupService
    let invitations: InvitationService
    let emailUndos: EmailUndoService
    let outbox: SQLiteOutbox
    let sealer: EmailTokenSealer
    let mail: MailService
    let blobs = MemoryBlobs()
    let pictures: PictureUploads

    static func run<Result>(
        parameters: PasswordHashParameters = cheap, _ body: (AccountsFixture) async throws -> Result
    ) async throws -> Result {
        let fixture = try AccountsFixture(parameters: parameters)
        let result: Result
        do {
            result = try await body(fixture)
        } catch {
            try await fixture.close()
            throw error
        }
        try await fixture.close()
        return result
    }

    private init(parameters: PasswordHashParameters) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("rondo-accounts-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        database = try SQLiteDatabase.new(at: folder.appendingPathComponent("rondo.sqlite").path)
        store = SQLiteAccountStore(database)
        let secret = try ServerSecretFile.loadOrCreate(at: folder.appendingPathComponent("secret").path)
        hasher = Argon2PasswordHasher(secret: secret, parameters: parameters, maximumQueued: 200)
        authentication = Authentication(store: store, wallClock: clock, clock: clock)
        signInGuard = SignInGuard(clock: clock)
        sealer = EmailTokenSealer(secret: secret)
        outbox = SQLiteOutbox(database)
        mail = MailService(
            isEnabled: true, outbox: outbox, users: store, links: LinkMaker(store: store, clock: clock), sealer: sealer,
            clock: clock)
        emailUndos = EmailUndoService(store: store, hasher: hasher, authentication: authentication, clock: clock)
        issuer = SessionIssuer(authentication: authentication, deviceTokens: DeviceTokens(secret: secret))
        let passwords = Passwords(hasher: hasher, rules: PasswordRules(), guard: signInGuard)
        signIn = SignInService(store: store, passwords: passwords, issuer: issuer, clock: clock)
        twoFactor = TwoFactorService(
            store: store, passwords: passwords, issuer: issuer, secret: secret, clock: clock)
        passkeys = PasskeyService(store: store, guard: signInGuard, issuer: issuer, clock: clock)
        leaving = AccountDeletionService(
            store: store, passwords: passwords, authentication: authentication, secret: secret, clock: clock)
        pictures = PictureUploads(
            maker: blobs, blobs: blobs, owners: SQLiteBlobOwners(database), reserve: 1_000_000, clock: clock)
        account = AccountService(
            store: store, pictures: pictures, passwords: passwords, authentication: authentication, clock: clock,
            undos: sealer.forUndoing(isEnabled: true))
        credentials = CredentialService(store: store, authentication: authentication, clock: clock)
        deviceKeys = DeviceKeyService(
            store: store,
            rings: try DeviceKeyRingFile(path: folder.appendingPathComponent("ring").path, threads: .singleton),
            authentication: authentication, pictures: SignedPictureURLs(secret: secret), clock: clock,
            monotonicClock: clock)
        users = UserAdministrationService(
            store: store, passwords: passwords, authentication: authentication, clock: clock,
            undos: sealer.forUndoing(isEnabled: true))
        links = LinkService(store: store, passwords: passwords, issuer: issuer, clock: clock)
        setup = SetupService(store: store, passwords: passwords, issuer: issuer, clock: clock)
        invitations = InvitationService(
            store: store, passwords: passwords, issuer: issuer, policy: NoRegistration(), clock: clock)
    }

    private struct NoRegistration: RegistrationPolicy {
        func registrationRole() async throws -> Role? { nil }
    }

    private func close() async throws {
        try await hasher.shutdown()
        try FileManager.default.removeItem(at: folder)
    }

    func browser(
        _ address: String = "192.0.2.1", device: String? = nil, session: String? = nil
    ) -> Browser {
        Browser(address: address, client: "Firefox on Linux", deviceCookie: device, sessionToken: session)
    }

    @discardableResult
    func add(_ name: String, role: Role = .listener, password: String = AccountsFixture.password) async throws -> User {
        try await users.create(UserDraft(username: name, role: role, password: password), as: .commandLine).user
    }

    @discardableResult
    func enter(
        _ name: String, password: String = AccountsFixture.password, from address: String = "192.0.2.1",
        device: String? = nil
    ) async throws -> (signedIn: SignedIn, caller: Caller) {
        let signedIn = try await signIn.signIn(
            username: name, password: password, in: browser(address, device: device)
        ).opened()
        return (signedIn, Caller(signedIn.authenticated, from: address))
    }

    /// The user's unread notifications, newest first.
    func notifications(of caller: Caller) async throws -> [Journal.Notification] {
        try await SQLiteNotificationStore(database).notifications(
            unreadOnly: true, for: #require(caller.principal), PageRequest(limit: 10)
        ).page.items
    }

    func secret() throws -> ServerSecret {
        try ServerSecretFile.load(at: folder.appendingPathComponent("secret").path)
    }

    func hash(
        _ password: String, with parameters: PasswordHashParameters, secret: ServerSecret
    ) async throws -> PHCString {
        let hasher = Argon2PasswordHasher(secret: secret, parameters: parameters)
        let hash = try await hasher.hash(password)
        try await hasher.shutdown()
        return hash
    }

    /// The content of the database's files.
    func databaseBytes() throws -> Data {
        try ["rondo.sqlite", "rondo.sqlite-wal"].reduce(into: Data()) { bytes, name in
            let file = folder.appendingPathComponent(name)
            if FileManager.default.fileExists(atPath: file.path) { bytes += try Data(contentsOf: file) }
        }
    }
}

/// The domain error that `body` throws. Records an issue if it throws none.
func domainError(
    _ body: () async throws -> Void, sourceLocation: SourceLocation = #_sourceLocation
) async -> DomainError? {
    do {
        try await body()
        Issue.record("nothing was thrown", sourceLocation: sourceLocation)
        return nil
    } catch let error as DomainError {
        return error
    } catch {
        Issue.record("another error was thrown: \(error)", sourceLocation: sourceLocation)
        return nil
    }
}

/// Expects `body` to throw a domain error with this code, reason and field. Nil matches any.
func expectRefusal(
    _ code: DomainError.Code? = nil, reason: String? = nil, field: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> Void
) async {
    let error = await domainError(body, sourceLocation: sourceLocation)
    if let code { #expect(error?.code == code, sourceLocation: sourceLocation) }
    if let reason { #expect(error?.reason == reason, sourceLocation: sourceLocation) }
    if let field { #expect(error?.field == field, sourceLocation: sourceLocation) }
}
