import Accounts
package import Primitives

/// Takes letters out of the outbox and hands them to the server, one after the other. `work()` must run.
package struct EmailSender: Sendable {
    private let outbox: any Outbox
    private let transport: any MailTransport
    private let sealer: EmailTokenSealer
    private let sender: String
    private let address: @Sendable () -> String
    private let clock: any WallClock

    /// - Parameters:
    ///   - sender: the address that letters come from.
    ///   - address: where people reach the gateway, like `https://music.example`.
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

    /// Sends what is due now, and again whenever `changes` says that something may be; looks itself every half minute.
    package func work(on changes: AsyncStream<Int64>) async throws {
        let (beats, beat) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in changes { beat.yield() } }
            group.addTask {
                while true {
                    beat.yield()
                    try await Task.sleep(for: .seconds(30))
                }
            }
            for await _ in beats { try await sendDue() }
            group.cancelAll()
        }
    }

    /// Until nothing is due any more.
    package func sendDue() async throws {
        while true {
            let due = try await outbox.due(at: clock.now(), limit: 20)
            if due.isEmpty { return }
            for letter in due {
                try Task.checkCancellation()
                await send(letter)
            }
        }
    }

    private func send(_ letter: Email) async {
        do {
            do {
                try await transport.send(message(of: letter).bytes, from: sender, to: letter.recipient)
                try await outbox.remove(letter.id)
            } catch let failure as MailFailure {
                try await note(failure, letter)
            } catch let error as DomainError where error.code == .invalid {
                try await note(MailFailure(isPermanent: true, error.message), letter)
            }
        } catch {
            // The database cannot be written at the moment: the letter stays due, and may be sent a second time rather than never.
            try? await Task.sleep(for: .seconds(5))
        }
    }

    private func note(_ failure: MailFailure, _ letter: Email) async throws {
        var letter = letter
        letter.fail(failure, at: clock.now())
        try await outbox.update(letter)
    }

    private func message(of letter: Email) throws -> MailMessage {
        let site = address()
        var link: String?
        if let sealed = letter.sealed {
            guard let token = sealer.open(sealed, of: letter.id) else {
                throw MailFailure(isPermanent: true, "The link cannot be opened: it was sealed by another key")
            }
            let page =
                switch letter.kind {
                case .emailConfirmation: "/confirm-email#"
                case .emailChanged: "/undo-email#"
                case .joining: "/join#"
                case .passwordReset, .invitation, .notification, .overview, .test: "/welcome#"
                }
            link = site + page + token
        } else if letter.kind == .notification {
            link = site + "/notifications"
        } else if letter.kind == .overview {
            link = site + "/admin"
        }
        let text = EmailText(letter.kind, in: letter.locale, letter.parameters, link: link, site: site)
        return try MailMessage(
            from: sender, named: "Rondo", to: letter.recipient, subject: text.subject, text: text.text,
            id: letter.id.rawValue, at: clock.now())
    }
}
