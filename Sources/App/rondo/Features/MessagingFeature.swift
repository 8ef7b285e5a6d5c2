import Accounts
import Foundation
import Gateway
import HTTPSupport
import Messaging
import NativeAPI
import NetworkClients
import SQLiteStore
import ServiceLifecycle

/// Notifications within the server, and email.
struct MessagingFeature: Feature {
    let notifications: NotificationService
    let outbox: SQLiteOutbox
    let mail: MailService
    /// Seals the tokens of emails that wait.
    let sealer: EmailTokenSealer
    private let instance: Instance

    init(_ instance: Instance) {
        self.instance = instance
        notifications = NotificationService(store: SQLiteNotificationStore(instance.database), clock: instance.clock)
        outbox = SQLiteOutbox(instance.database)
        sealer = EmailTokenSealer(secret: instance.secret)
        mail = MailService(
            isEnabled: instance.settings.mailServer != nil, outbox: outbox, users: instance.accountStore,
            links: LinkMaker(store: instance.accountStore, clock: instance.clock), sealer: sealer,
            clock: instance.clock)
    }

    var endpoints: [Endpoint] {
        NotificationRoutes.endpoints(notifications: notifications)
    }

    func jobs(_ jobs: JobMaker) -> [any Service] {
        [
            jobs.make("resetLetters", .always) { await mail.work() },
            instance.settings.mailServer == nil
                ? jobs.make("letters", .every(.seconds(600))) { try await mail.giveUpOld() }
                : jobs.make("letters", .always) { try await deliver() },
        ]
    }

    /// Delivers email to the mail server, if there is one.
    private func deliver() async throws {
        let settings = instance.settings
        guard let server = settings.mailServer else { return }
        let sender = EmailSender(
            outbox: outbox,
            transport: SMTPTransport(server, name: settings.names.first ?? ProcessInfo.processInfo.hostName),
            sealer: sealer, sender: settings.mailSender, address: { settings.address }, clock: instance.clock)
        // Of accounts as well: an email about a changed address is written with the change.
        try await sender.work(on: instance.database.changes.revisions(ofAny: [.upkeep, .accounts]))
    }
}
