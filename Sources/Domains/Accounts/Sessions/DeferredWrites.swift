import Journal
import Primitives
import Synchronization

/// Collects writes that may happen a little later and together, so that no request waits for them: last uses and failed
/// sign-ins.
final class DeferredWrites: Sendable {
    private static let maximumEntries = 1_000

    private struct State {
        var uses: [Credential: CredentialUse] = [:]
        var entries: [JournalEntry] = []
    }

    private let state = Mutex(State())

    func noteUse(of credential: Credential, _ use: CredentialUse) {
        state.withLock { $0.uses[credential] = use }
    }

    /// Drops further entries beyond the limit: by then the flood of failures is in the journal.
    func record(_ entry: JournalEntry) {
        state.withLock { state in
            if state.entries.count < Self.maximumEntries { state.entries.append(entry) }
        }
    }

    /// Writes the collected records. Those that cannot be written stay for the next time.
    func flush(to store: any AccountStore) async throws {
        var rest = state.withLock { state in
            defer { state = State() }
            return state
        }
        do {
            if !rest.uses.isEmpty { try await store.noteUses(rest.uses) }
            rest.uses = [:]
            if !rest.entries.isEmpty { try await store.record(rest.entries) }
        } catch {
            putBack(rest)
            throw error
        }
    }

    private func putBack(_ rest: State) {
        state.withLock { state in
            state.uses.merge(rest.uses) { newer, _ in newer }
            state.entries = Array((rest.entries + state.entries).prefix(Self.maximumEntries))
        }
    }
}
