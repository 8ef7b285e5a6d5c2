package import Accounts
import Crypto
import Primitives

/// Seals the tokens of links while their letters wait, by a key that is not in the database: whoever reads the outbox gets in by none.
package struct EmailTokenSealer: Sendable {
    private let key: SymmetricKey

    package init(secret: ServerSecret) {
        key = SymmetricKey(data: secret.derive("rondo letter seal v1"))
    }

    /// For letters that a store writes within another change. Nil where no mail is sent.
    package func forUndoing(isEnabled: Bool) -> (any EmailUndoSealer)? {
        isEnabled ? UndoSealer(sealer: self) : nil
    }

    private struct UndoSealer: EmailUndoSealer {
        let sealer: EmailTokenSealer

        func seal(_ token: String, at now: Timestamp) throws -> (letter: String, sealed: [UInt8])? {
            let id = ID<Email>.make(at: now)
            return (id.rawValue, try sealer.seal(token, of: id))
        }
    }

    func seal(_ token: String, of letter: ID<Email>) throws -> [UInt8] {
        let box = try AES.GCM.seal(Array(token.utf8), using: key, authenticating: Array(letter.rawValue.utf8))
        return Array(box.nonce) + Array(box.ciphertext) + Array(box.tag)
    }

    /// Nil when another secret sealed it, it is of another letter, or is damaged.
    func open(_ sealed: [UInt8], of letter: ID<Email>) -> String? {
        guard let box = try? AES.GCM.SealedBox(combined: sealed),
            let token = try? AES.GCM.open(box, using: key, authenticating: Array(letter.rawValue.utf8))
        else { return nil }
        return String(decoding: token, as: UTF8.self)
    }
}
