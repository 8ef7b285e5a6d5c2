import Catalog
import Journal
import Listening
import Primitives
import Sharing
import Shelf
import StoreFixtures
import Support
import Testing

@testable import Accounts

/// Shares over a real database. `t0` and `t1` are on the album `a0`, `t2` and `t3` on `a1`.
@Suite struct ShareTests {
    private static let ada = ListeningFixture.ada
    private static let bob = ListeningFixture.bob

    private struct Fixture {
        let listening: ListeningFixture
        let tokens: ShareTokens
        let shares: ShareService
        let visitors: PublicShareService
        /// The first album.
        let album: ShareItem
        var engine: Engine { listening.engine }

        init(isEnabled: Bool = true) async throws {
            let listening = try await ListeningFixture()
            let (engine, albums) = (listening.engine, try await listening.music.albums())
            self.listening = listening
            album = .album(try #require(albums["a0"]))
            tokens = ShareTokens(secret: try #require(ServerSecret(bytes: Array(repeating: 7, count: 32))))
            shares = ShareService(
                store: engine.shares, catalog: engine.catalog, playlists: engine.playlists, tokens: tokens,
                policy: SharingTerms(isAllowed: isEnabled), clock: listening.clock)
            visitors = PublicShareService(
                store: engine.shares, users: engine.accounts, catalog: engine.catalog, playlists: engine.playlists,
                tokens: tokens, policy: SharingTerms(isAllowed: isEnabled), clock: listening.clock,
                monotonicClock: listening.clock)
        }

        func share(_ items: [ShareItem], for days: Int? = nil, as caller: Principal = ada) async throws -> Share {
            let end: Timestamp? = days.map { listening.clock.now().advanced(by: .seconds($0 * 86_400)) }
            return try await shares.create(
                ShareDraft(items: items, description: " for you ", expiresAt: end), as: caller, with: nil,
                from: "192.0.2.1")
        }

        func titles(_ token: String) async throws -> [String]? {
            do {
                return try await visitors.contents(token, from: "192.0.2.9").tracks.map(\.id.rawValue)
            } catch let error as DomainError where error.code == .notFound {
                return nil
            }
        }
    }

    @Test("a visitor gets the tracks in order, each once, and nothing else")
    func contents() async throws {
        let fixture = try await Fixture()
        let share = try await fixture.share([.track(ID("t3")), fixture.album, .track(ID("t1"))])
        let token = fixture.tokens.token(of: share.id)
        #expect(fixture.shares.path(of: share, for: Self.ada) == "/share/" + token && token.utf8.count == 43)
        #expect(try await fixture.titles(token) == ["t3", "t0", "t1"])
        let contents = try await fixture.visitors.contents(token, from: "192.0.2.9")
        #expect(contents.owner == "ada" && contents.share.description == "for you")
        #expect(try await fixture.visitors.track(ID("t0"), of: token, from: "x").track.id == ID("t0"))
        for other in ["t2", "t4", "nothing", ""] {
            await #expect { _ = try await fixture.visitors.track(ID(other), of: token, from: "x") } throws: {
                ($0 as? DomainError)?.code == .notFound
            }
        }
        try await fixture.listening.music.miss("t0")
        #expect(try await fixture.titles(token) == ["t3", "t1"])
    }

    @Test("a playlist is shared as it is when visited, and only if its sharer may read it")
    func playlist() async throws {
        let fixture = try await Fixture()
        let now: Timestamp = fixture.listening.clock.now()
        let id = ID<Playlist>.make(at: now)
        let draft = try PlaylistDraft(name: "mix", tracks: [ID("t4"), ID("t1"), ID("t4")])
        _ = try await fixture.engine.playlists.edit { _ in
            let changes = Changes<PlaylistWrite>(
                at: now, .add(id, draft, owner: Self.ada.user, at: now),
                .rearrange([.append(draft.tracks)], of: id, as: Self.ada, at: now))
            return (changes, ())
        }
        let share = try await fixture.share([.playlist(id), .track(ID("t0"))])
        let token = fixture.tokens.token(of: share.id)
        #expect(try await fixture.titles(token) == ["t4", "t1", "t0"])
        #expect(try await fixture.visitors.track(ID("t4"), of: token, from: "x").track.id == ID("t4"))
        await #expect { _ = try await fixture.share([.playlist(id)], as: Self.bob) } throws: {
            ($0 as? DomainError)?.field == "items"
        }
        _ = try await fixture.engine.playlists.edit { _ in (Changes<PlaylistWrite>(at: now, .remove(id)), ()) }
        #expect(try await fixture.titles(token) == ["t0"])
        #expect(try await fixture.engine.shares.share(share.id)?.items.count == 2)
    }

    @Test("a link with a changed character, another share's code, or no code is not found")
    func forgery() async throws {
        let fixture = try await Fixture()
        let one = fixture.tokens.token(of: try await fixture.share([.track(ID("t0"))]).id)
        let two = fixture.tokens.token(of: try await fixture.share([.track(ID("t1"))]).id)
        #expect(one != two)
        var forged = ["", "x", String(one.dropLast()), one + "A", String(one.prefix(22)) + String(two.dropFirst(22))]
        for index in one.indices {
            var changed = one
            changed.replaceSubrange(index...index, with: one[index] == "A" ? "B" : "A")
            forged.append(changed)
        }
        for (number, token) in forged.enumerated() {
            let found = try? await fixture.visitors.contents(token, from: "198.51.\(number).1")
            #expect(found == nil, "\(token)")
        }
        let other = ShareTokens(secret: try #require(ServerSecret(bytes: Array(repeating: 8, count: 32))))
        let stranger = other.token(of: try await fixture.share([.track(ID("t0"))]).id)
        #expect(try await fixture.titles(stranger) == nil)
    }

    @Test("a share ends at its expiry, with its owner's account or library, and when it is revoked")
    func ends() async throws {
        let fixture = try await Fixture()
        let share = try await fixture.share([fixture.album], for: 1)
        let token = fixture.tokens.token(of: share.id)
        try await fixture.listening.disable("ada")
        #expect(try await fixture.titles(token) == nil)
        _ = try await fixture.engine.accounts.edit(Self.ada.user) { $0.user.disabled = false }
        try await fixture.listening.give(.only([]), to: "ada")
        #expect(try await fixture.titles(token) == nil)
        try await fixture.listening.give(.everything, to: "ada")
        #expect(try await fixture.titles(token) == ["t0", "t1"])
        fixture.listening.clock.advance(by: .seconds(86_400))
        #expect(try await fixture.titles(token) == nil)
        let later: Timestamp = fixture.listening.clock.now().advanced(by: .seconds(60))
        _ = try await fixture.shares.change(share.id, ShareChange(expiresAt: later), as: Self.ada, from: "x")
        #expect(try await fixture.titles(token) != nil)
        _ = try await fixture.shares.change(share.id, ShareChange(expiresAt: .some(nil)), as: Self.ada, from: "x")
        try await fixture.shares.remove(share.id, as: Self.ada, from: "x")
        #expect(try await fixture.titles(token) == nil)
        try await fixture.listening.removeAccount("ada")
    }

    @Test("a token's share is listed as its creation and ends with it; a player's share stays; readers get no link")
    func tokens() async throws {
        let fixture = try await Fixture()
        let now: Timestamp = fixture.listening.clock.now()
        let token = AccessToken(
            id: .make(at: now), user: Self.ada.user, hash: TokenHash(of: "x"), label: "script", createdAt: now)
        let accounts = fixture.engine.accounts
        _ = try await accounts.edit(Self.ada.user) { $0.additions.append(.addToken(token)) }
        func share(by credential: Credential?) async throws -> Share {
            try await fixture.shares.create(
                ShareDraft(items: [.track(ID("t0"))], description: "mine"), as: Self.ada, with: credential, from: "x")
        }
        let (script, own) = (try await share(by: .token(token.id)), try await share(by: .session(ID("s"))))
        let player = try await share(by: .deviceKey(ID("k")))
        let products = try await accounts.read { try $0.products(of: token.id.rawValue) }
        #expect(products.map(\.kind) == [.share] && products.first?.name == "mine")
        #expect(products.first?.id == script.id.rawValue)
        let revoked = try await accounts.revokeToken(
            token.id, of: Self.ada.user, TokenRevocation(keepsAccounts: true, revoker: Self.ada.user),
            journal: JournalEntry(at: now, by: .gateway, "token.revoke"))
        #expect(revoked?.ended.map(\.kind) == [.share])
        #expect(try await fixture.titles(fixture.tokens.token(of: script.id)) == nil)
        for share in [own, player] {
            #expect(try await fixture.titles(fixture.tokens.token(of: share.id)) == ["t0"])
        }
        let reader = Principal(user: Self.ada.user, role: .listener, scopes: [.read])
        #expect(fixture.shares.path(of: own, for: reader) == nil)
        let writer = Principal(user: Self.ada.user, role: .listener, scopes: [.read, .write])
        #expect(fixture.shares.path(of: own, for: writer) != nil)
    }

    @Test("open streams stop when their share ends, others continue")
    func revocation() async throws {
        let fixture = try await Fixture()
        let (one, two) = (try await fixture.share([fixture.album]), try await fixture.share([.track(ID("t2"))]))
        let silenced = fixture.visitors.streams.enter(one.id, ID("t0")) {}
        let kept = fixture.visitors.streams.enter(two.id, ID("t2")) {}
        try await fixture.visitors.tick()
        #expect(silenced.holds && kept.holds)
        try await fixture.shares.remove(one.id, as: Self.ada, from: "x")
        try await fixture.visitors.tick()
        #expect(!silenced.holds && kept.holds)
    }

    @Test("users cannot see, change or revoke others' shares, or share what they cannot see")
    func ownership() async throws {
        let fixture = try await Fixture()
        let share = try await fixture.share([.track(ID("t0"))])
        #expect(try await fixture.shares.list(as: Self.bob).isEmpty)
        await #expect { try await fixture.shares.remove(share.id, as: Self.bob, from: "x") } throws: {
            ($0 as? DomainError)?.code == .notFound
        }
        await #expect {
            _ = try await fixture.shares.change(share.id, ShareChange(description: "mine"), as: Self.bob, from: "x")
        } throws: {
            ($0 as? DomainError)?.code == .notFound
        }
        let nothing = Principal(user: Self.bob.user, role: .listener, libraries: .only([]))
        for (item, caller) in [
            (ShareItem.track(ID("t0")), nothing), (fixture.album, nothing), (.track(ID("nothing")), Self.bob),
        ] {
            await #expect { _ = try await fixture.share([item], as: caller) } throws: {
                ($0 as? DomainError)?.field == "items"
            }
        }
        #expect(try await fixture.shares.list(as: Self.ada).map(\.id) == [share.id])
    }

    @Test("visits are counted in batches, and never for an invalid link")
    func visits() async throws {
        let fixture = try await Fixture()
        let share = try await fixture.share([.track(ID("t0"))])
        let token = fixture.tokens.token(of: share.id)
        for _ in 0..<3 { #expect(try await fixture.visitors.visit(token, from: "x") != nil) }
        #expect(try await fixture.visitors.visit("nothing", from: "y") == nil)
        try await fixture.visitors.tick()
        let seen = try await fixture.shares.list(as: Self.ada)[0]
        #expect(seen.visits == 3 && seen.lastVisitedAt == fixture.listening.clock.now())
    }

    @Test("guesses and floods are slowed per network; other networks are not slowed")
    func allowance() async throws {
        let fixture = try await Fixture()
        let token = fixture.tokens.token(of: try await fixture.share([.track(ID("t0"))]).id)
        var refused = 0
        for _ in 0..<1000 {
            do {
                _ = try await fixture.visitors.visit("guess", from: "203.0.113.1")
            } catch let error as DomainError where error.code == .rateLimited {
                refused += 1
            }
        }
        #expect(refused > 950)
        #expect(try await fixture.visitors.visit(token, from: "203.0.114.1") != nil)
        for _ in 0..<600 { _ = try await fixture.visitors.track(ID("t0"), of: token, from: "203.0.115.1") }
        await #expect {
            for _ in 0..<10 { _ = try await fixture.visitors.track(ID("t0"), of: token, from: "203.0.115.2") }
        } throws: {
            ($0 as? DomainError)?.code == .rateLimited
        }
        fixture.listening.clock.advance(by: .seconds(10))
        #expect(try await fixture.visitors.visit(token, from: "203.0.115.2") != nil)
    }

    @Test("when the admin has switched sharing off, no share is made and no link works")
    func switchedOff() async throws {
        let fixture = try await Fixture(isEnabled: false)
        await #expect { _ = try await fixture.share([.track(ID("t0"))]) } throws: {
            ($0 as? DomainError)?.reason == "sharing_off"
        }
        let made = Share(
            id: .make(at: fixture.listening.clock.now()), owner: Self.ada.user, description: nil,
            items: [.track(ID("t0"))], createdAt: fixture.listening.clock.now(), expiresAt: nil)
        try await fixture.engine.shares.edit { _ in (Changes(at: made.createdAt, .add(made, sources: [])), ()) }
        #expect(try await fixture.titles(fixture.tokens.token(of: made.id)) == nil)
    }

    @Test("drafts have limits: items, text lengths, an expiry in the future, and 200 shares per user")
    func bounds() async throws {
        let fixture = try await Fixture()
        let many = Array(repeating: ShareItem.track(ID("t0")), count: 501)
        let past: Timestamp = fixture.listening.clock.now()
        for (draft, field) in [
            (ShareDraft(items: []), "items"), (ShareDraft(items: many), "items"),
            (ShareDraft(items: [.track(ID("t0"))], description: String(repeating: "x", count: 501)), "description"),
            (ShareDraft(items: [.track(ID("t0"))], expiresAt: past), "expiresAt"),
        ] {
            await #expect { _ = try await fixture.shares.create(draft, as: Self.ada, with: nil, from: "x") } throws: {
                ($0 as? DomainError)?.field == field
            }
        }
        for _ in 0..<200 { _ = try await fixture.share([.track(ID("t0"))]) }
        await #expect { _ = try await fixture.share([.track(ID("t0"))]) } throws: {
            ($0 as? DomainError)?.reason == "too_many_shares"
        }
    }
}
