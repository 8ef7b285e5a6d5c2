package import Primitives

/// The instance that a database file belongs to, by its content.
package enum DatabaseIdentity: Sendable, Equatable {
    /// There is no file, or one without bytes or schema: it was never an instance.
    case missing
    /// - Parameters:
    ///   - instance: its id; nil when an earlier version wrote it last.
    ///   - passwordKeys: the names of the secrets that its passwords were hashed with.
    ///   - deviceKeys: the number of its device keys, which only their key file can open.
    case present(instance: String?, passwordKeys: Set<String>, deviceKeys: Int)
}

/// The instance that the folder of keys belongs to, by its content.
package struct KeysIdentity: Sendable, Equatable {
    package var instance: String?
    /// The name of the secret; nil when there is none.
    package var secret: String?
    package var hasDeviceKeyRing: Bool

    package init(instance: String?, secret: String?, hasDeviceKeyRing: Bool) {
        self.instance = instance
        self.secret = secret
        self.hasDeviceKeyRing = hasDeviceKeyRing
    }

    package var isEmpty: Bool { instance == nil && secret == nil && !hasDeviceKeyRing }
}

/// Decides whether a database and keys belong together. A lost database must not look like a first start: everything
/// that only it knew to be in use would be removed. Decision 0028.
package struct InstancePairing: Sendable {
    package enum Verdict: Sendable, Equatable {
        /// Nothing was here before.
        case firstStart
        /// They belong together. `id` is nil when neither has one yet.
        case together(id: String?)
    }

    private let data: String
    private let backups: String

    /// - Parameters:
    ///   - data: the path of the data folder, for messages.
    ///   - backups: the path of the backup folder.
    package init(data: String, backups: String) {
        self.data = data
        self.backups = backups
    }

    /// - Parameters:
    ///   - isUnfinished: a first start was interrupted. It is continued as long as there is no account.
    ///   - hasLog: there is a log of a missing database; opening a new database would delete it.
    /// - Throws: `unavailable` with the reason `database_missing`, `keys_missing` or `keys_foreign`, and instructions
    ///   for the operator.
    package func judge(
        _ database: DatabaseIdentity, _ keys: KeysIdentity, isUnfinished: Bool = false, hasLog: Bool = false
    ) throws(DomainError) -> Verdict {
        guard case .present(let instance, let passwordKeys, let deviceKeys) = database else {
            if keys.isEmpty && !hasLog || isUnfinished { return .firstStart }
            throw refusal(
                "database_missing",
                hasLog
                    ? "The log \(data)/rondo.sqlite-wal is there, but the database \(data)/rondo.sqlite is missing or empty"
                    : "\(data)/keys contains an instance's keys, but its database \(data)/rondo.sqlite is missing or empty",
                "Put the database back (with its -wal file, if there is one), or restore a backup",
                "To start over on purpose, move \(data)/keys\(hasLog ? " and the log" : "") away first")
        }
        guard let secret = keys.secret else {
            if isUnfinished, passwordKeys.isEmpty { return .firstStart }
            throw refusal(
                "keys_missing", "\(data)/rondo.sqlite is there, but its keys in \(data)/keys are not",
                "Put back the folder keys, without which no password can be checked, or restore a backup that contains them",
                "To start over on purpose, move \(data)/rondo.sqlite away first")
        }
        if deviceKeys > 0, !keys.hasDeviceKeyRing, !isUnfinished {
            throw refusal(
                "keys_missing", "\(data)/keys/device-keys.key is missing, which \(deviceKeys) device keys need",
                "Put it back, or restore a backup that contains it",
                nil)
        }
        switch (instance, keys.instance) {
        case (nil, nil): return .together(id: nil)
        case (let one?, let other?) where one == other: return .together(id: one)
        case (let one, let other):
            // When one side has no id yet, from before there were any, the passwords show whether the keys belong to
            // the database.
            let id = one == nil || other == nil ? one ?? other : nil
            guard let id, passwordKeys.contains(secret) || passwordKeys.isEmpty && one != nil else {
                throw refusal(
                    "keys_foreign",
                    "The database \(data)/rondo.sqlite and the keys in \(data)/keys belong to two instances",
                    "Put back the ones that belong together, or restore a backup that contains both", nil)
            }
            return .together(id: id)
        }
    }

    private func refusal(_ reason: String, _ what: String, _ remedy: String, _ startingOver: String?) -> DomainError {
        DomainError(
            .unavailable,
            "\(what). Nothing was started, and nothing was changed. \(remedy): rondo restore BACKUP --data \(data) --replace "
                + "(backups are in \(backups))." + (startingOver.map { " \($0)." } ?? ""),
            reason: reason)
    }
}
