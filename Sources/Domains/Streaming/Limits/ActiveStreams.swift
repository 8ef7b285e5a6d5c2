import Catalog
import Primitives
import Synchronization

/// The streams that are being sent at this moment. It is in memory only: a gateway that was killed sends nothing.
package final class ActiveStreams: Sendable {
    /// What counts as one stream, however many requests fetch it.
    private struct Place: Hashable {
        let player: String
        let track: ID<Track>
    }

    private struct State {
        var next: UInt64 = 0
        var open: [UInt64: StreamSlot.Facts] = [:]
        /// How many requests there are for each place, by account.
        var places: [String: [Place: Int]] = [:]
    }

    private let state = Mutex(State())

    package init() {}

    /// Takes a place where there is one: at most `limit` different ones of an account. A request for what its player has open already
    /// needs no further one.
    func enter(_ facts: StreamSlot.Facts, limit: Int?, _ meter: TransferMeter) -> StreamSlot? {
        let place = Place(player: facts.listener.player, track: facts.track)
        let account = facts.listener.account
        let number: UInt64? = state.withLock { state in
            let taken = state.places[account] ?? [:]
            if let limit, taken[place] == nil, taken.count >= limit { return nil }
            state.next += 1
            state.open[state.next] = facts
            state.places[account, default: [:]][place, default: 0] += 1
            return state.next
        }
        return number.map { StreamSlot($0, facts, self, meter) }
    }

    func leave(_ number: UInt64) {
        state.withLock { state in
            guard let facts = state.open.removeValue(forKey: number) else { return }
            let place = Place(player: facts.listener.player, track: facts.track)
            let account = facts.listener.account
            let left = (state.places[account]?[place] ?? 1) - 1
            state.places[account]?[place] = left > 0 ? left : nil
            if state.places[account]?.isEmpty == true { state.places[account] = nil }
        }
    }

    /// How many streams count for an account, as `Listener.account` names it.
    package func count(of account: String) -> Int {
        state.withLock { $0.places[account]?.count ?? 0 }
    }

    /// Everything that is open, the oldest first.
    package func streams() -> [OpenStreamInfo] {
        let open = state.withLock { $0.open.sorted { $0.key < $1.key }.map(\.value) }
        return open.map(\.info)
    }
}
