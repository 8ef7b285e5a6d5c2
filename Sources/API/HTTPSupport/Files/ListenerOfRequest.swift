package import Accounts
import Primitives
package import Streaming

extension Listener {
    /// Whoever signed in, at this address. The player is what they signed in with.
    package init(_ authenticated: Authenticated, at address: String) {
        let player =
            switch authenticated.credential {
            case .session(let id): "session " + id.rawValue
            case .token(let id): "token " + id.rawValue
            case .deviceKey(let id): "device key " + id.rawValue
            }
        self.init(person: authenticated.principal.user, player: player, address: address)
    }
}
