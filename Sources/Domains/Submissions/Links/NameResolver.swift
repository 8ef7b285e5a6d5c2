/// Finds out which addresses a name has.
package protocol NameResolver: Sendable {
    /// All of them, the one to try first in front; none for a name that nobody has. Numbers are resolved too, in all the forms that the
    /// system's resolver takes for addresses.
    func addresses(of host: String) async throws -> [IPAddress]
    /// Addresses of this machine's own interfaces.
    func own() async throws -> Set<IPAddress>
}
