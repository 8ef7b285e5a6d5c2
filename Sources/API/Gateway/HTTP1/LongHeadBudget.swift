package import NIOCore
import Synchronization

/// The memory budget of request heads that are longer than usual, at once and over time, in total and for one address.
/// A head beyond the budget is refused before it is stored.
package final class LongHeadBudget: Sendable {
    private struct Account {
        /// The bytes in use.
        var bytes = 0
        /// Released bytes that still count: they expire with time.
        var spent = 0.0
        var settledAt: NIODeadline
    }

    private struct State {
        var bytes = 0
        var accounts: [AddressKey: Account] = [:]
    }

    /// The size of an HTTP/1.1 head that is not counted.
    static let ordinary = 32 * 1024
    /// The size of an HTTP/2 head that is not counted, in encoded bytes and in decoded ones.
    static let ordinaryMultiplexed = 16 * 1024
    /// The longest HTTP/1.1 head: a target of 256 KiB and fields. A longer one is answered and not stored.
    static let longest = 288 * 1024
    /// The longest HTTP/2 head. A longer one ends its connection: without decoding it, no later head is readable.
    static let longestMultiplexed = 512 * 1024
    /// The number of accounts above which settled ones are removed.
    private static let mostAccounts = 1_024

    private let limits: ConnectionLimits
    private let state = Mutex(State())

    package init(limits: ConnectionLimits) {
        self.limits = limits
    }

    /// Counts `bytes` more for a head of this address. Returns false, without counting them, when they exceed the
    /// budget.
    package func take(_ bytes: Int, for key: AddressKey, now: NIODeadline = .now()) -> Bool {
        state.withLock { state in
            var account = settled(state.accounts[key], now)
            let most = key.isOfMany ? limits.longHeadBytes : limits.longHeadBytesPerAddress
            guard state.bytes + bytes <= limits.longHeadBytes,
                Double(account.bytes + bytes) + account.spent <= Double(most)
            else { return false }
            if state.accounts.count >= Self.mostAccounts {
                state.accounts = state.accounts.filter { settled($1, now).bytes > 0 || settled($1, now).spent > 0 }
            }
            account.bytes += bytes
            state.bytes += bytes
            state.accounts[key] = account
            return true
        }
    }

    /// Releases bytes that `take` has counted.
    package func give(_ bytes: Int, for key: AddressKey, now: NIODeadline = .now()) {
        guard bytes > 0 else { return }
        state.withLock { state in
            var account = settled(state.accounts[key], now)
            account.bytes -= bytes
            account.spent += Double(bytes)
            state.bytes -= bytes
            state.accounts[key] = account
        }
    }

    private func settled(_ account: Account?, _ now: NIODeadline) -> Account {
        guard var account else { return Account(settledAt: now) }
        let seconds = Double((now - account.settledAt).nanoseconds) / 1e9
        account.spent = max(0, account.spent - max(0, seconds) * Double(limits.longHeadBytesPerSecond))
        account.settledAt = now
        return account
    }

    /// The bytes in use, in total.
    package var bytesInUse: Int { state.withLock { $0.bytes } }
}

/// The rules for long heads, and the responses to refused ones.
package struct LongHeadRules: Sendable {
    package enum Refusal: Sendable {
        /// The head is longer than this surface accepts.
        case tooLong
        /// The budget is exhausted at the moment.
        case tooMany
    }

    let isTaken: @Sendable (String) -> Bool
    let reply: @Sendable (String, Refusal) -> RedirectServer.Reply

    /// - Parameters:
    /// - isTaken: whether a target that begins like this may be long.
    /// - reply: the response to a target that begins like this.
    package init(
        isTaken: @escaping @Sendable (String) -> Bool,
        reply: @escaping @Sendable (String, Refusal) -> RedirectServer.Reply
    ) {
        self.isTaken = isTaken
        self.reply = reply
    }
}
