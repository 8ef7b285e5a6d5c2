package import Primitives
package import Catalog

/// A song that a moderator has removed from the catalog, with its file moved to the bin.
package struct Withdrawal: Sendable, Equatable {
    package enum State: String, Sendable, CaseIterable {
        /// The song is hidden; its file is still in its place.
        case leaving
        /// Its file is in the library's bin.
        case binned
        /// Its file is on its way back to the library.
        case returning
        /// Its file is being removed for good.
        case removing
        /// The song is back.
        case restored
        /// The file is gone for good.
        case removed
    }

    /// The time within which a song can be restored.
    package static let retention = Duration.seconds(30 * 86_400)

    package let id: ID<Withdrawal>
    package let track: ID<Track>
    package let title: String
    package let artist: String
    package let album: String
    package let cover: BlobKey?
    package let reason: String
    package let state: State
    package let at: Timestamp
    package let moderator: NamedPerson?
    package let submitter: NamedPerson?
    /// A sentence why the file could not be moved; nil when nothing failed.
    package let failure: String?

    package init(
        id: ID<Withdrawal>, track: ID<Track>, title: String, artist: String, album: String, cover: BlobKey?,
        reason: String, state: State, at: Timestamp, moderator: NamedPerson?, submitter: NamedPerson?, failure: String?
    ) {
        self.id = id
        self.track = track
        self.title = title
        self.artist = artist
        self.album = album
        self.cover = cover
        self.reason = reason
        self.state = state
        self.at = at
        self.moderator = moderator
        self.submitter = submitter
        self.failure = failure
    }

    /// The earliest time at which its file is removed for good.
    package var endsAt: Timestamp { at.advanced(by: Self.retention) }
}

/// The target of one withdrawal.
package enum WithdrawalTarget: Sendable, Equatable {
    case track(ID<Track>)
    /// All present songs of the album.
    case album(ID<Album>)
}

/// The lists of withdrawals for moderators.
package enum WithdrawalList: String, Sendable, CaseIterable {
    /// Withdrawals that can be restored or are being restored.
    case bin
    /// Withdrawals that ended: the song was restored or removed.
    case ended
}

/// A withdrawn file on its way between its place in the library and the bin.
package struct WithdrawnFile: Sendable, Equatable {
    package let id: ID<Withdrawal>
    package let state: Withdrawal.State
    /// Nil when the library was removed meanwhile.
    package let library: ID<Library>?
    package let root: [UInt8]
    package internal(set) var path: LibraryPath
    package let size: Int64
    package let modifiedNanoseconds: Int64

    package init(
        id: ID<Withdrawal>, state: Withdrawal.State, library: ID<Library>?, root: [UInt8], path: LibraryPath,
        size: Int64, modifiedNanoseconds: Int64
    ) {
        self.id = id
        self.state = state
        self.library = library
        self.root = root
        self.path = path
        self.size = size
        self.modifiedNanoseconds = modifiedNanoseconds
    }
}

/// The withdrawals that nobody restored in time.
package struct ExpiredWithdrawals: Sendable {
    private let owners: [String: String]
    /// The number of withdrawals in the bins, expired or not.
    package let total: Int

    /// - Parameter owners: the moderator who withdrew each song; nil where the account was deleted.
    package init(owners: [ID<Withdrawal>: ID<Person>?], total: Int) {
        self.owners = Dictionary(uniqueKeysWithValues: owners.map { ($0.key.rawValue, $0.value?.rawValue ?? "") })
        self.total = total
    }

    package var names: [String] { owners.keys.sorted() }

    func weight(of names: [String]) -> Int {
        Cleanup.weight(of: names) { owners[$0] }
    }
}
