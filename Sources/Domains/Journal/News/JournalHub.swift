import Primitives

/// Tells every open event stream what new rows of the journal make another, whichever process has written them: one reader of the journal,
/// however many listen. Every action that changes something is a row, so nothing else has to tell of it.
package final class JournalHub: Sendable {
    private static let batch = 500

    private let journal: any JournalStore
    private let broadcast: Broadcast<JournalUpdate>

    /// - Parameter capacity: how many wait for a subscriber; one that falls further behind is dropped.
    package init(journal: any JournalStore, capacity: Int = 16) {
        self.journal = journal
        broadcast = Broadcast(capacity: capacity)
    }

    package func news() -> AsyncStream<JournalUpdate> { broadcast.listen() }

    /// The number of the newest row, from which `run` goes on.
    package func newest() async throws -> Int64 {
        try await journal.stretch(after: .max, limit: 1).chain.head.number
    }

    /// Reads on whenever `changes` says that something has been written, until that ends or the task is cancelled.
    ///
    /// - Parameters:
    ///   - number: the last row that needs no telling.
    ///   - gap: how long it rests between two readings, in which much may happen that is then told at once.
    ///   - failed: told of a reading that failed; the next change tries again.
    package func run(
        after number: Int64, on changes: AsyncStream<Int64>, gap: Duration, failed: @Sendable (any Error) -> Void
    ) async {
        var number = number
        for await _ in changes {
            do {
                number = try await tell(after: number)
            } catch is CancellationError {
                return
            } catch {
                failed(error)
            }
            if gap > .zero { try? await Task.sleep(for: gap) }
        }
    }

    private func tell(after number: Int64) async throws -> Int64 {
        var number = number
        while true {
            let rows = try await journal.stretch(after: number, limit: Self.batch).rows.map(\.row)
            guard let last = rows.last else { return number }
            number = last.number
            broadcast.send(JournalUpdate(rows))
        }
    }
}
