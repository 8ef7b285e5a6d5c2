package import Journal
package import Primitives

/// Makes the links that go out by mail.
package struct LinkMaker: Sendable {
    private static let lifetime = Duration.seconds(3600)
    /// Of two wishes for one account within so long, the second is passed over: nobody's mailbox is filled by a stranger.
    private static let pause = Duration.seconds(300)

    private let store: any AccountStore
    private let clock: any WallClock

    package init(store: any AccountStore, clock: any WallClock) {
        self.store = store
        self.clock = clock
    }

    /// 256 random bits as text.
    package func token() -> String {
        RandomToken.make()
    }

    /// A link to choose a new password within an hour, in place of those before; nil where one was made a moment ago.
    package func makeReset(of user: ID<Person>, by actor: JournalEntry.Actor) async throws -> String? {
        let now = clock.now()
        let token = RandomToken.make()
        let link = AccountLink(
            id: .make(at: now), purpose: .password, hash: TokenHash(of: token), user: user, createdAt: now,
            expiresAt: now.advanced(by: Self.lifetime))
        if let latest = try await store.latestPasswordLink(of: user), now.since(latest) < Self.pause { return nil }
        let made: Void? = try await store.edit(user) { edit in
            edit.newLink = link
            edit.journal.append(
                JournalEntry(
                    at: now, by: actor, "link.create", JournalEntry.Subject(kind: "user", id: user.rawValue),
                    details: ["reason": "forgotten"]))
        }
        return made == nil ? nil : token
    }
}
