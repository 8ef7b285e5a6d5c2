import GRDB
import Journal
import Listening
import Primitives

/// A table of the users who show others something of their listening, each since some time.
struct SharingTable {
    /// The users whose plays count in the statistics of the group.
    static let listening = SharingTable(name: "listening_shared")
    /// The users who show what they are playing.
    static let playback = SharingTable(name: "playback_shared")

    private let name: String

    func sharing(of user: ID<Person>, _ db: Database) throws -> ListeningSharing {
        let shares: Bool? = try db.value("SELECT EXISTS (SELECT 1 FROM \(name) WHERE account = ?)", [user])
        return shares == true ? .gateway : .nobody
    }

    /// Appends the entry to the journal if the choice is another than before.
    func set(
        _ sharing: ListeningSharing, of user: ID<Person>, at instant: Timestamp, journal entry: JournalEntry,
        _ db: Database
    ) throws {
        switch sharing {
        case .gateway:
            try db.run(
                "INSERT INTO \(name) (account, since) VALUES (?, ?) ON CONFLICT (account) DO NOTHING", [user, instant])
        case .nobody: try db.run("DELETE FROM \(name) WHERE account = ?", [user])
        }
        if db.changesCount > 0 { try entry.append(to: db) }
    }
}
