package import Accounts
package import Primitives

/// Takes emails out of the outbox and delivers them to the mail server, one after the other. `work()` must run.
package struct EmailSender: Sendable {
    private let outbox: any Outbox
    private let transport: any MailTransport
    private let sealer: EmailTokenSealer
    private let sender: String
    private let address: @Sendable () -> String
    private let clock: any WallClock

    /// - Parameters:
    ///   - sender: the sender's address.
    ///   - address: the server's own address, like `https://music.example`.
    package init(
        outbox: any Outbox, transport: any MailTransport, sealer: EmailTokenSealer, sender: String,
        address: @escaping @Sendable () -> String, clock: any WallClock
    ) {
        self.outbox = outbox
        self.transport = transport
        self.sealer = sealer
        self.sender = sender
        self.address = address
        self.clock = clock
    }

    /// Sends the emails that are due now, again after every element of `changes`, and every half minute.
    package func work(on changes: AsyncStream<Int64>) async throws {
        try await repeatedly(every: .seconds(30), andAfter: changes) { try await sendDue() }
    }

    /// Sends emails until none is due.
    package func sendDue() async throws {
        while true {
            let due = try await outbox.due(at: clock.now(), limit: 20)
            if due.isEmpty { return }
            for email in due {
                try Task.checkCancellation()
                await send(email)
            }
        }
    }

    private func send(_ email: Email) async {
        do {
            do {
                try await transport.send(message(of: email).bytes, from: sender, to: email.recipient)
                try await outbox.remove(email.id)
            } catch let failure as MailFailure {
                try await note(failure, email)
            } catch let error as DomainError where error.code == .invalid {
                try await note(MailFailure(isPermanent: true, error.message), email)
            }
        } catch {
            // The database cannot be written at the moment: the email stays due, and may be sent twice rather than
            // never.
            try? await Task.sleep(for: .seconds(5))
        }
    }

    private func note(_ failure: MailFailure, _ email: Email) async throws {
        var email = email
        email.fail(failure, at: clock.now())
        try await outbox.update(email)
    }

    private func message(of email: Email) throws -> MailMessage {
        let site = address()
        var link: String?
        if let sealed = email.sealed {
            guard let token = sealer.open(sealed, of: email.id) else {
                throw MailFailure(isPermanent: true, "The link cannot be opened: it was sealed by another key")
            }
            let page =
                switch email.kind {
                case .emailConfirmation: "/confirm-email#"
                case .emailChanged: "/undo-email#"
                case .joining: "/join#"
                case .passwordReset, .invitation, .notification, .overview, .test: "/welcome#"
                }
            link = site + page + token
        } else if email.kind == .notification {
            link = site + "/notifications"
        } else if email.kind == .overview {
            link = site + "/admin"
        }
        let text = EmailText(email.kind, in: email.locale, email.parameters, link: link, site: site)
        return try MailMessage(
            from: sender, named: "Rondo", to: email.recipient, subject: text.subject, text: text.text,
            id: email.id.rawValue, at: clock.now())
    }
}

/// Delivers emails to a mail server.
package protocol MailTransport: Sendable {
    /// Returns when the server has accepted the message. Throws `MailFailure`.
    ///
    /// - Parameter message: the bytes of a `MailMessage`.
    func send(_ message: [UInt8], from sender: String, to recipient: String) async throws
}

/// The reason why an email was not delivered.
package struct MailFailure: Error, Sendable, Equatable {
    /// The server will never accept this email.
    package let isPermanent: Bool
    package let text: String

    package init(isPermanent: Bool = false, _ text: String) {
        self.isPermanent = isPermanent
        self.text = text
    }
}

/// Seals the tokens of links while their emails wait, with a key that is not in the database. So reading the outbox
/// gives access to no account.
package struct EmailTokenSealer: Sendable {
    private let sealer: SecretSealer

    package init(secret: ServerSecret) {
        sealer = SecretSealer(key: secret.derive("rondo letter seal v1"))
    }

    /// For emails that a store writes within another change. Nil when the server sends no email.
    package func forUndoing(isEnabled: Bool) -> (any EmailUndoSealer)? {
        isEnabled ? UndoSealer(sealer: self) : nil
    }

    private struct UndoSealer: EmailUndoSealer {
        let sealer: EmailTokenSealer

        func seal(_ token: String, at now: Timestamp) throws -> (emailID: String, sealed: [UInt8])? {
            let id = ID<Email>.make(at: now)
            return (id.rawValue, try sealer.seal(token, of: id))
        }
    }

    func seal(_ token: String, of email: ID<Email>) throws -> [UInt8] {
        try sealer.seal(token.utf8, for: email.rawValue)
    }

    /// Nil when it was sealed by another secret or for another email, or is damaged.
    func open(_ sealed: [UInt8], of email: ID<Email>) -> String? {
        sealer.text(sealed, for: email.rawValue)
    }
}
