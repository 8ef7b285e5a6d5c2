/// Turns passwords into stored hashes and checks them: slow by design and done a few at a time.
///
/// Every method throws `DomainError(.unavailable)` with `retryAfter` when too many wait already or the wait grew too
/// long. Passwords are given in Unicode NFC and have at most 1024 bytes.
package protocol PasswordHasher: Sendable {
    func hash(_ password: String) async throws -> PHCString

    /// False also for a hash whose key is not the present one.
    func verify(_ password: String, against hash: PHCString) async throws -> Bool

    /// Takes as long as `verify` and says nothing: for accounts that are not there or have no password.
    func pretendToVerify(_ password: String) async throws

    /// Whether `hash` was made with other parameters or another key than the present ones.
    func needsRehash(_ hash: PHCString) -> Bool
}
