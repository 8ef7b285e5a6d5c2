package import NIOCore
import Synchronization

/// The memory that request heads may take which are longer than usual: so much at once by everybody and by one address, and so much in a
/// while. What nobody has paid for is refused before it is stored.
package final class LongHeadBudget: Sendable {
    private struct Account {
        /// Bytes that are taken now.
        var held = 0
        /// Bytes that were given back and still count: they drain with time.
        var spent = 0.0
        var settledAt: NIODeadline
    }

    private struct State {
        var held = 0
        var accounts: [AddressKey: Account] = [:]
    }

    /// What an HTTP/1.1 head may take without being counted.
    static let ordinary = 32 * 1024
    /// What an HTTP/2 head may take without being counted, of encoded bytes and of decoded ones.
    static let ordinaryMultiplexed = 16 * 1024
    /// The longest HTTP/1.1 head: a target of 256 KiB and fields. What is longer is answered and not stored.
    static let longest = 288 * 1024
    /// The longest HTTP/2 head. A longer one ends its connection: what was not decoded makes every later head unreadable.
    static let longestMultiplexed = 512 * 1024
    /// Accounts that are kept before those that are settled are looked for.
    private static let mostAccounts = 1_024

    private let limits: ConnectionLimits
    private let state = Mutex(State())

    package init(limits: ConnectionLimits) {
        self.limits = limits
    }

    /// Counts `bytes` more for a head of this address; false, and nothing counted, when that is too much.
    package func take(_ bytes: Int, for key: AddressKey, now: NIODeadline = .now()) -> Bool {
        state.withLock { state in
            var account = settled(state.accounts[key], now)
            let most = key.isLoopback ? limits.longHeadBytes : limits.longHeadBytesPerAddress
            guard state.held + bytes <= limits.longHeadBytes,
                Double(account.held + bytes) + account.spent <= Double(most)
            else { return false }
            if state.accounts.count >= Self.mostAccounts {
                state.accounts = state.accounts.filter { settled($1, now).held > 0 || settled($1, now).spent > 0 }
            }
            account.held += bytes
            state.held += bytes
            state.accounts[key] = account
            return true
        }
    }

    /// Gives back what `take` has counted.
    package func give(_ bytes: Int, for key: AddressKey, now: NIODeadline = .now()) {
        guard bytes > 0 else { return }
        state.withLock { state in
            var account = settled(state.accounts[key], now)
            account.held -= bytes
            account.spent += Double(bytes)
            state.held -= bytes
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

    /// Bytes that are taken now, by everybody.
    package var held: Int { state.withLock { $0.held } }
}

/// Who may have a long head, and what is answered to one that is too long.
package struct LongHeadRules: Sendable {
    package enum Refusal: Sendable {
        /// The head is longer than this surface takes.
        case tooLong
        /// There are too many of them at the moment.
        case tooMany
    }

    let isTaken: @Sendable (String) -> Bool
    let reply: @Sendable (String, Refusal) -> RedirectServer.Reply

    /// - Parameters:
    ///   - isTaken: whether a target, of which this is the beginning, may be long.
    ///   - reply: what answers a target, of which this is the beginning.
    package init(
        isTaken: @escaping @Sendable (String) -> Bool,
        reply: @escaping @Sendable (String, Refusal) -> RedirectServer.Reply
    ) {
        self.isTaken = isTaken
        self.reply = reply
    }
}
