import Primitives
import Synchronization

/// Sign-ins that could not be stored because the disk is full. Their sessions are valid in memory, and are stored as
/// soon as there is room again. A restart of the server before that ends them.
final class UnsavedSignIns: Sendable {
    typealias Change = @Sendable (inout AccountEdit) throws -> Void

    struct Entry: Sendable {
        let session: SessionRecord
        /// Repeats the sign-in's decision when it is stored, because the password may have changed by then.
        let change: Change
    }

    private static let capacity = 1_000

    private let entries = Mutex<[Entry]>([])

    var all: [Entry] { entries.withLock { $0 } }
    var isEmpty: Bool { entries.withLock { $0.isEmpty } }

    /// False when the limit is reached.
    func add(_ entry: Entry) -> Bool {
        entries.withLock { entries in
            guard entries.count < Self.capacity else { return false }
            entries.append(entry)
            return true
        }
    }

    func session(_ hash: TokenHash) -> SessionRecord? {
        entries.withLock { $0.first { $0.session.hash == hash }?.session }
    }

    func sessions(of user: ID<Person>) -> [SessionRecord] {
        entries.withLock { $0.map(\.session).filter { $0.user == user } }
    }

    func changes(of user: ID<Person>) -> [Change] {
        entries.withLock { $0.filter { $0.session.user == user }.map(\.change) }
    }

    func remove(where condition: (SessionRecord) -> Bool) {
        entries.withLock { $0.removeAll { condition($0.session) } }
    }
}

extension Authentication {
    /// The outcome of a change whose transaction was rolled back.
    private struct Decided<Outcome: Sendable>: Error {
        let outcome: Outcome?
        let session: SessionRecord?
    }

    /// Carries out the sign-in `change`, which opens a session unless it returns nil. When the disk is full the sign-in
    /// is decided by the stored account and the earlier unsaved sign-ins, so that no code is accepted twice, and its
    /// session is valid in memory.
    func signIn<Outcome: Sendable>(
        _ user: ID<Person>, _ change: @escaping @Sendable (inout AccountEdit) throws -> Outcome?
    ) async throws -> Outcome? {
        try? await writeSignIns()
        do {
            return try await store.edit(user, change) ?? nil
        } catch let error as DomainError where error.code == .storageFull || error.reason == "disk_error" {
            let earlier = unwritten.changes(of: user)
            do {
                let _: Void? = try await store.edit(user) { edit in
                    for change in earlier { try? change(&edit) }
                    edit.newSession = nil
                    let outcome = try change(&edit)
                    throw Decided(outcome: outcome, session: edit.newSession)
                }
                return nil
            } catch let decided as Decided<Outcome> {
                guard let session = decided.session else { return decided.outcome }
                let entry = UnsavedSignIns.Entry(session: session) { _ = try change(&$0) }
                guard unwritten.add(entry) else { throw error }
                return decided.outcome
            }
        }
    }

    /// Stores the unsaved sign-ins. One that is no longer valid is dropped with its session.
    func writeSignIns() async throws {
        for entry in unwritten.all {
            let id = entry.session.id
            do {
                let isOpen = try await store.edit(entry.session.user) { edit -> Bool in
                    try entry.change(&edit)
                    return edit.newSession != nil
                }
                unwritten.remove { $0.id == id }
                if isOpen != true { ended([.session(id)]) }
            } catch let error as DomainError where error.code == .storageFull || error.code == .unavailable {
                throw error
            } catch {
                unwritten.remove { $0.id == id }
                ended([.session(id)])
            }
        }
    }

    /// The session of a token, stored or not.
    func storedOrUnsaved(_ hash: TokenHash) async throws -> (session: SessionRecord, user: User)? {
        if let stored = try await store.session(hash: hash) { return stored }
        guard let session = unwritten.session(hash), let user = try await store.user(session.user) else { return nil }
        return (session, user)
    }

    /// The sessions of `ids` that are not stored, with their users.
    func unwritten(_ ids: [ID<Session>]) async throws -> [(session: SessionRecord, user: User)] {
        guard !unwritten.isEmpty else { return [] }
        var unsaved: [(session: SessionRecord, user: User)] = []
        for session in unwritten.all.map(\.session) where ids.contains(session.id) {
            if let user = try await store.user(session.user) { unsaved.append((session, user)) }
        }
        return unsaved
    }
}
