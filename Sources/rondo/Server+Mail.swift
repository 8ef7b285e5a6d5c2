import Foundation
import Logging
import Mail
import Primitives
import SMTP
import SQLiteStore

/// Letters in the life of the server.
extension Server {
    /// Hands letters to the mail server, if there is one. A database that cannot be reached for a while must not end this.
    func deliverMail(_ instance: Instance) async throws {
        guard let server = settings.mailServer else { return try await giveUpLetters(instance) }
        let settings = settings
        let postman = Postman(
            outbox: instance.outbox,
            transport: SMTPTransport(server, name: settings.names.first ?? ProcessInfo.processInfo.hostName),
            sealer: instance.letterSealer, sender: settings.mailSender, address: { settings.address },
            clock: SystemWallClock())
        while true {
            do {
                try await postman.work(on: instance.database.changes.revisions(of: .upkeep))
            } catch let error as DomainError {
                logger.warning("Letters could not be looked after", metadata: ["error": "\(error.message)"])
            }
            try await Task.sleep(for: .seconds(10))
        }
    }

    private func giveUpLetters(_ instance: Instance) async throws {
        while true {
            do {
                try await instance.mail.giveUpOld()
            } catch let error as DomainError {
                logger.warning("Letters could not be looked after", metadata: ["error": "\(error.message)"])
            }
            try await Task.sleep(for: .seconds(600))
        }
    }
}
