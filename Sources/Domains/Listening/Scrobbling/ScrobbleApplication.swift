package import Journal
package import Primitives

/// This server's registration at Last.fm, or at a server that speaks its API: the key and the shared secret that every
/// request is signed with. The users' accounts are connected through it.
package struct ScrobbleApplication: Sendable, Equatable {
    package static let keyLimit = 100

    package internal(set) var isOn: Bool
    /// The address of the API.
    package internal(set) var root: String
    /// The page where a user allows the connection.
    package internal(set) var page: String
    /// It is no secret: it is in the address of the page.
    package internal(set) var key: String
    /// Sealed together with `root`; it is sent to nobody, and signs for no other address.
    package internal(set) var sealedSecret: [UInt8]?

    package init(
        isOn: Bool = false, root: String = "https://ws.audioscrobbler.com/2.0/",
        page: String = "https://www.last.fm/api/auth/", key: String = "", sealedSecret: [UInt8]? = nil
    ) {
        self.isOn = isOn
        self.root = root
        self.page = page
        self.key = key
        self.sealedSecret = sealedSecret
    }
}

/// A usable registration.
package struct ApplicationKeys: Sendable, Equatable {
    package let root: String
    package let page: String
    package let key: String
    package let secret: String
}

/// A change of the registration; nil leaves a member as it is, and a nil secret within removes it.
package struct ScrobbleApplicationChange: Sendable {
    package let isOn: Bool?
    package let root: String?
    package let page: String?
    package let key: String?
    package let secret: String??

    package init(
        isOn: Bool? = nil, root: String? = nil, page: String? = nil, key: String? = nil, secret: String?? = nil
    ) {
        self.isOn = isOn
        self.root = root
        self.page = page
        self.key = key
        self.secret = secret
    }
}

/// The registration as admins see it.
package struct ScrobbleApplicationState: Sendable {
    package enum Trouble: String, Sendable, CaseIterable {
        /// The server refuses the key or the secret; plays wait.
        case application
        /// The secret can no longer be read, because this server's own is another.
        case secretLost = "secret_lost"
    }

    package let application: ScrobbleApplication
    package let trouble: Trouble?
}

/// The storage of the registration. Every method is one transaction.
package protocol ScrobbleApplicationStore: Sendable {
    func application() async throws -> ScrobbleApplication

    /// Whether a user's link waits since the server refused the registration.
    func isRefused() async throws -> Bool

    /// Changes the registration, and stores it with the entries that `change` returns. Links that wait since it was
    /// refused may try again at once. Stores nothing when it returns none.
    func edit(
        _ change: @escaping @Sendable (inout ScrobbleApplication) throws -> [JournalEntry]
    ) async throws -> ScrobbleApplication
}

/// The registration at Last.fm, for admins. The journal records each change, never the secret.
package struct ScrobbleApplicationService: Sendable {
    private let store: any ScrobbleApplicationStore
    private let client: any ConsentScrobbleClient
    private let sealer: SecretSealer
    /// Puts an address into its one form; nil for what is none.
    private let address: @Sendable (String) -> String?
    private let clock: any WallClock

    package init(
        store: any ScrobbleApplicationStore, client: any ConsentScrobbleClient, sealer: SecretSealer,
        address: @escaping @Sendable (String) -> String?, clock: any WallClock
    ) {
        self.store = store
        self.client = client
        self.sealer = sealer
        self.address = address
        self.clock = clock
    }

    package func state(as caller: Principal) async throws -> ScrobbleApplicationState {
        try caller.require(.administer)
        let application = try await store.application()
        var trouble: ScrobbleApplicationState.Trouble?
        if application.sealedSecret != nil, sealer.keys(of: application) == nil, !application.key.isEmpty {
            trouble = .secretLost
        } else if try await store.isRefused() {
            trouble = .application
        }
        return ScrobbleApplicationState(application: application, trouble: trouble)
    }

    /// Changes the registration. While it is on, the server is asked whether it accepts it. Throws `invalid` with the
    /// field, `conflict` where another admin has changed it meanwhile, `unavailable` where the server does not answer.
    package func edit(
        _ change: ScrobbleApplicationChange, as caller: Principal, by actor: JournalEntry.Actor
    ) async throws {
        try caller.require(.administer)
        let before = try await store.application()
        let after = try apply(change, to: before)
        guard after != before else { return }
        if after.isOn { try await check(after) }
        let now = clock.now()
        let entry = JournalEntry.setting("lastfm", from: Self.shown(before), to: Self.shown(after), by: actor, at: now)
        _ = try await store.edit { stored in
            guard stored == before else {
                throw DomainError(.conflict, "Another administrator has changed this. Load it again.")
            }
            stored = after
            return [entry]
        }
    }

    private func apply(
        _ change: ScrobbleApplicationChange, to before: ScrobbleApplication
    ) throws -> ScrobbleApplication {
        var after = before
        if let root = change.root { after.root = try base(root, field: "url") }
        if let page = change.page { after.page = try base(page, field: "page") }
        if let key = change.key { after.key = try Self.plain(key, field: "key") }
        if let secret = change.secret {
            let secret = try secret.map { try Self.plain($0, field: "secret") } ?? ""
            after.sealedSecret = secret.isEmpty ? nil : try sealer.seal(secret, of: after)
        } else if after.root != before.root, before.sealedSecret != nil {
            throw DomainError.invalid("Enter the shared secret again for the new address", field: "secret")
        }
        after.isOn = change.isOn ?? before.isOn
        guard after.isOn else { return after }
        if after.key.isEmpty { throw DomainError.invalid("Enter the API key", field: "key") }
        if after.sealedSecret == nil { throw DomainError.invalid("Enter the shared secret", field: "secret") }
        return after
    }

    private func check(_ application: ScrobbleApplication) async throws {
        guard let keys = sealer.keys(of: application) else {
            throw DomainError.invalid("The shared secret can no longer be read. Enter it again", field: "secret")
        }
        do {
            _ = try await client.requestToken(with: keys)
        } catch let failure as ScrobbleFailure where failure.reason == .application {
            throw DomainError.invalid(
                "The server refuses this key or its secret. Copy both again", field: "key",
                reason: "scrobbling_application")
        } catch let failure as ScrobbleFailure {
            throw failure.unavailable
        }
    }

    private func base(_ text: String, field: String) throws(DomainError) -> String {
        guard !text.contains(where: { "?#".contains($0) }), let address = address(text) else {
            throw .invalid("Enter an address like https://ws.audioscrobbler.com/2.0/", field: field)
        }
        return address
    }

    private static func plain(_ text: String, field: String) throws(DomainError) -> String {
        let text = text.filter { !$0.isWhitespace }
        guard text.utf8.count <= ScrobbleApplication.keyLimit, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw .invalid("This is no key. Copy it again", field: field) }
        return text
    }

    private static func shown(_ application: ScrobbleApplication) -> String {
        "\(application.isOn ? "on" : "off") \(application.root) \(application.page) \(application.key)"
    }
}

extension ScrobbleApplicationStore {
    /// The registration that is switched on; nil where none is.
    package func keys(_ sealer: SecretSealer) async throws -> ApplicationKeys? {
        let application = try await self.application()
        return application.isOn ? sealer.keys(of: application) : nil
    }
}

extension SecretSealer {
    func seal(_ secret: String, of application: ScrobbleApplication) throws -> [UInt8] {
        try seal(secret.utf8, for: "application|\(application.root)")
    }

    /// Nil where the registration is not whole, or its secret cannot be read.
    func keys(of application: ScrobbleApplication) -> ApplicationKeys? {
        guard !application.key.isEmpty, let sealed = application.sealedSecret,
            let secret = text(sealed, for: "application|\(application.root)")
        else { return nil }
        return ApplicationKeys(root: application.root, page: application.page, key: application.key, secret: secret)
    }
}
