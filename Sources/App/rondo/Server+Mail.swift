import Foundation
import Messaging
import Primitives
import NetworkClients
import SQLiteStore

/// Letters in the life of the server.
extension Server {
    /// Hands letters to the mail server, if there is one.
    func deliverMail(_ instance: Instance) async throws {
        guard let server = settings.mailServer else { return try await giveUpLetters(instance) }
        let settings = settings
        let emailSender = EmailSender(
            outbox: instance.outbox,
            transport: SMTPTransport(server, name: settings.names.first ?? ProcessInfo.processInfo.hostName),
            sealer: instance.letterSealer, sender: settings.mailSender, address: { settings.address },
            clock: instance.clock)
        // Of accounts as well: a letter about a changed address is written with the change.
        try await emailSender.work(on: instance.database.changes.revisions(ofAny: [.upkeep, .accounts]))
    }

    private func giveUpLetters(_ instance: Instance) async throws {
        while true {
            try await instance.mail.giveUpOld()
            try await Task.sleep(for: .seconds(600))
        }
    }
}
