package import Journal
package import Primitives

/// What device keys need from storage. Every method is one transaction. New keys come by `UserStore.edit`.
package protocol DeviceKeyStore: Sendable {
    /// Nil when nobody has this name.
    func deviceKeys(usernameKey: String) async throws -> UserDeviceKeys?

    /// The key that has one of these hashes; a handful at most.
    func deviceKey(hashes: [TokenHash]) async throws -> UserDeviceKey?

    /// Those of `ids` that are still there; at most 500 ids.
    func deviceKeys(_ ids: [ID<DeviceKey>]) async throws -> [UserDeviceKey]

    /// The person's keys, newest first.
    func deviceKeys(of user: ID<Person>) async throws -> [DeviceKey]

    /// Nil when the person has no such key.
    func renameDeviceKey(
        _ id: ID<DeviceKey>, of user: ID<Person>, to label: String, journal entry: JournalEntry
    ) async throws -> DeviceKey?

    /// The key's products that have not ended, oldest first.
    func products(ofDeviceKey id: ID<DeviceKey>) async throws -> [TokenProduct]

    /// Removes what `selection` says with what came of it, as far as `revocation` says, and appends `entry` with the number of keys in its
    /// details, unless there was nothing to remove.
    func revokeDeviceKeys(
        _ selection: DeviceKeySelection, of user: ID<Person>, _ revocation: TokenRevocation, journal entry: JournalEntry
    ) async throws -> (keys: [ID<DeviceKey>], ended: [TokenProduct])

    /// Notes when, by what and from where keys were last used; a use older than what is stored changes nothing.
    func noteUses(_ uses: [ID<DeviceKey>: DeviceKeyUse]) async throws

    /// How many keys were made with each of the server's keys, by its name.
    func deviceKeyRingUse() async throws -> [String: Int]

    /// Gives every key whose server key is not called `current` what `reseal` makes of its secret, in one transaction with `entry`,
    /// which is appended with the number in its details unless there was none. Keys for which `reseal` gives nil stay.
    func resealDeviceKeys(
        current: String, journal entry: JournalEntry, _ reseal: @escaping @Sendable (DeviceKey) throws -> SealedSecret?
    ) async throws -> Int
}
