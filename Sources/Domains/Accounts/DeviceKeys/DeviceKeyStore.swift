package import Journal
package import Primitives

/// The storage of device keys. Every method is one transaction. New keys are added by `UserStore.edit`.
package protocol DeviceKeyStore: Sendable {
    /// Nil when no user has this name.
    func deviceKeys(usernameKey: String) async throws -> (user: User, keys: [DeviceKey])?

    /// The key that has one of these hashes, of which there are only a few.
    func deviceKey(hashes: [TokenHash]) async throws -> (key: DeviceKey, user: User)?

    /// The keys of `ids` that still exist; at most 500 ids.
    func deviceKeys(_ ids: [ID<DeviceKey>]) async throws -> [(key: DeviceKey, user: User)]

    /// The user's keys, newest first.
    func deviceKeys(of user: ID<Person>) async throws -> [DeviceKey]

    /// Nil when the user has no such key.
    func renameDeviceKey(
        _ id: ID<DeviceKey>, of user: ID<Person>, to label: String, journal entry: JournalEntry
    ) async throws -> DeviceKey?

    /// Removes the selected keys, and their products as `revocation` says. Appends `entry` with the number of keys in
    /// its details, unless there was none.
    func revokeDeviceKeys(
        _ selection: DeviceKeySelection, of user: ID<Person>, _ revocation: TokenRevocation, journal entry: JournalEntry
    ) async throws -> (keys: [ID<DeviceKey>], ended: [TokenProduct])

    /// The number of device keys for each server key, by the server key's name.
    func deviceKeyRingUse() async throws -> [String: Int]

    /// Replaces the secret of every device key whose server key is not `current` by the result of `reseal`. Appends
    /// `entry` with the number in its details in the same transaction, unless there was none. Keys for which `reseal`
    /// returns nil stay as they are.
    func resealDeviceKeys(
        current: String, journal entry: JournalEntry, _ reseal: @escaping @Sendable (DeviceKey) throws -> SealedSecret?
    ) async throws -> Int
}

/// A selection among a user's device keys.
package enum DeviceKeySelection: Sendable, Equatable {
    case one(ID<DeviceKey>)
    case all
}
