import Journal
import Primitives
import StoreFixtures
import Testing

@testable import Accounts

@Suite struct DeviceKeyStoreTests {
    private let now = Timestamp(milliseconds: 1_795_000_000_000)
    private let entry = JournalEntry(at: Timestamp(milliseconds: 1_795_000_000_000), by: .gateway, "devicekey.test")

    private func withStore(_ body: (any AccountStore, User) async throws -> Void) async throws {
        let engine = try Engine.sqlite()
        let store = engine.accounts
        var ada = User(
            id: .make(at: now), username: try Username("ada"), role: .listener, createdAt: now, terms: .standard)
        ada.maximumBitrate = 320
        let user = ada
        try await store.create(presenting: nil) { _ in NewAccount(user, journal: []) }
        try await body(store, user)
    }

    private func key(of user: User, _ label: String, at seconds: Int = 0, ring: String = "0123abcd") -> DeviceKey {
        let at = now.advanced(by: .seconds(seconds))
        return DeviceKey(
            id: .make(at: at), user: user.id, label: label, scopes: [.read, .stream],
            secret: SealedSecret(hash: TokenHash(of: label), sealed: Array(label.utf8), keyID: ring), createdAt: at,
            expiresAt: at.advanced(by: .seconds(3600)))
    }

    private func add(_ key: DeviceKey, to store: any AccountStore) async throws -> Int? {
        try await store.edit(key.user) { edit in
            edit.additions.append(.addDeviceKey(key))
            return edit.stored.deviceKeyCount
        }
    }

    @Test("keys are read back as they were written: by name, hash, id and user, newest first")
    func roundTrip() async throws {
        try await withStore { store, ada in
            let (one, two) = (key(of: ada, "one"), key(of: ada, "two", at: 1))
            #expect(try await add(one, to: store) == 0)
            #expect(try await add(two, to: store) == 1)
            #expect(try await store.deviceKeys(of: ada.id) == [two, one])
            let held = try #require(try await store.deviceKeys(usernameKey: "ada"))
            #expect(held.user == ada && held.keys == [two, one] && held.user.maximumBitrate == 320)
            #expect(try await store.deviceKeys(usernameKey: "%") == nil)
            let found = try await store.deviceKey(hashes: [TokenHash(of: "none"), one.secret.hash])
            #expect(found?.key == one && found?.user == ada)
            #expect(try await store.deviceKey(hashes: [TokenHash(of: "none")]) == nil)
            #expect(try await store.deviceKeys([one.id, ID("x"), two.id]).map(\.key) == [one, two])
            #expect(try await store.deviceKeyRingUse() == ["0123abcd": 2])
        }
    }

    @Test("a key is renamed and revoked only by its own user")
    func ownership() async throws {
        try await withStore { store, ada in
            let (one, two) = (key(of: ada, "one"), key(of: ada, "two", at: 1))
            _ = try await add(one, to: store)
            _ = try await add(two, to: store)
            func revoke(_ selection: DeviceKeySelection, of user: ID<Person>) async throws -> [ID<DeviceKey>] {
                let revocation = TokenRevocation(keepsAccounts: false, revoker: user)
                return try await store.revokeDeviceKeys(selection, of: user, revocation, journal: entry).keys
            }
            #expect(try await store.renameDeviceKey(one.id, of: ID("bob"), to: "mine", journal: entry) == nil)
            #expect(try await store.renameDeviceKey(one.id, of: ada.id, to: "new", journal: entry)?.label == "new")
            #expect(try await revoke(.all, of: ID("bob")).isEmpty)
            #expect(try await revoke(.one(one.id), of: ada.id) == [one.id])
            #expect(try await revoke(.one(one.id), of: ada.id).isEmpty)
            #expect(try await revoke(.all, of: ada.id) == [two.id])
        }
    }

    @Test("last uses only move forward, and a key is removed thirty days after it expired")
    func usesAndExpiry() async throws {
        try await withStore { store, ada in
            let one = key(of: ada, "one")
            _ = try await add(one, to: store)
            let use = CredentialUse(at: now.advanced(by: .seconds(60)), from: "192.0.2.1", client: "DSub")
            try await store.noteUses([.deviceKey(one.id): use])
            try await store.noteUses([.deviceKey(one.id): CredentialUse(at: now, from: "192.0.2.2", client: "older")])
            #expect(try await store.deviceKeys(of: ada.id).first?.lastUse == use)
            #expect(try await store.user(ada.id)?.lastSeenAt == use.at)
            let end = now.advanced(by: .seconds(3600 + 30 * 86_400))
            let name = "device_key/\(one.id.rawValue)"
            #expect(try await store.expired(at: end.advanced(by: .milliseconds(-1)), idleSince: now).names.isEmpty)
            let early = end.advanced(by: .milliseconds(-1))
            #expect(try await store.removeExpired([name], at: early, idleSince: now) == 0)
            #expect(try await store.deviceKeys(of: ada.id).count == 1)
            #expect(try await store.expired(at: end, idleSince: now).names == [name])
            #expect(try await store.removeExpired([name], at: end, idleSince: now) == 1)
            #expect(try await store.deviceKeys(of: ada.id).isEmpty)
        }
    }

    @Test("only secrets sealed with another server key are sealed again; unreadable ones stay")
    func reseal() async throws {
        try await withStore { store, ada in
            let (old, lost, current) = (
                key(of: ada, "old", ring: "old"), key(of: ada, "lost", at: 1, ring: "lost"),
                key(of: ada, "new", at: 2, ring: "new")
            )
            for key in [old, lost, current] { _ = try await add(key, to: store) }
            let anew = SealedSecret(hash: TokenHash(of: "anew"), sealed: [1, 2], keyID: "new")
            let count = try await store.resealDeviceKeys(current: "new", journal: entry) { key in
                key.secret.keyID == "old" ? anew : nil
            }
            #expect(count == 1)
            #expect(try await store.deviceKeys(of: ada.id).map(\.secret) == [current.secret, lost.secret, anew])
            #expect(try await store.deviceKeyRingUse() == ["new": 2, "lost": 1])
        }
    }

    @Test("an edit that ends device keys ends them all")
    func ending() async throws {
        try await withStore { store, ada in
            _ = try await add(key(of: ada, "one"), to: store)
            _ = try await store.edit(ada.id) { $0.end(.deviceKeys) }
            #expect(try await store.deviceKeys(of: ada.id).isEmpty)
        }
    }
}
