/// Hands letters to a mail server.
package protocol MailTransport: Sendable {
    /// Returns when the server has taken the message. Throws `MailFailure`.
    ///
    /// - Parameter message: as `MailMessage` makes it.
    func send(_ message: [UInt8], from sender: String, to recipient: String) async throws
}
