import Accounts
import ArgumentParser
import Catalog
import HTTPSupport
import Messaging
import NativeAPI
import Primitives

/// `rondo invite`: links with which users make their own accounts.
struct InviteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite", abstract: "Invitations: add, list, revoke.",
        subcommands: [Add.self, List.self, Revoke.self])

    struct Add: InstanceCommand {
        static let configuration = CommandConfiguration(abstract: "Make an invitation; its link is printed once.")
        @OptionGroup var instance: InstanceOptions
        @Option(help: "A note about who it is for.") var label = ""
        @Option(help: "listener, contributor, moderator or admin.") var role = "contributor"
        @Option(help: "The name of a plan.") var plan: String?
        @Option(help: "The name of a library to see, also several times (default: all).") var library: [String] = []
        @Option(help: "Days until it expires, 1 to 90.") var days = 7
        @Option(
            help: "An address to send the link to; it needs a mail server in the environment or the configuration file."
        )
        var email: String?

        func run(_ rondo: Features) async throws {
            guard let role = Role(rawValue: role) else {
                throw DomainError.invalid("An account cannot have this role", field: "role")
            }
            var draft = InvitationDraft(label: label, role: role, expiresInDays: days)
            if let plan { draft.plan = try await rondo.accounts.plans.get(named: plan, as: .commandLine).id }
            if !library.isEmpty {
                var ids: Set<String> = []
                for name in library { ids.insert(try await rondo.library(named: name).id.rawValue) }
                draft.libraries = .only(ids)
            }
            let (invitation, token) =
                if let email {
                    try await rondo.messaging.mail.invite(
                        draft, to: email, as: .commandLine, using: rondo.accounts.invitations)
                } else {
                    try await rondo.accounts.invitations.create(draft, as: .commandLine)
                }
            let address = rondo.instance.settings.address + "/join#\(token)"
            if instance.json {
                InviteCommand.show(
                    ListedInvitation(invitation: invitation, madeBy: nil, usedBy: nil, planName: plan),
                    address, json: true)
            } else {
                Output.line("Until \(ISO8601.text(of: invitation.expiresAt)): \(address)")
            }
        }
    }

    struct List: InstanceCommand {
        static let configuration = CommandConfiguration(abstract: "List the invitations, newest first.")
        @OptionGroup var instance: InstanceOptions

        func run(_ rondo: Features) async throws {
            try await Output.all {
                try await rondo.accounts.invitations.list($0, as: .commandLine)
            } show: {
                InviteCommand.show($0, nil, json: instance.json)
            }
        }
    }

    struct Revoke: InstanceCommand {
        static let configuration = CommandConfiguration(abstract: "Revoke an invitation.")
        @OptionGroup var instance: InstanceOptions
        @Argument(help: "Its id.") var id: String

        func run(_ rondo: Features) async throws {
            try await rondo.accounts.invitations.revoke(ID(id), as: .commandLine)
            instance.answer("Revoked") { $0.field("id", id) }
        }
    }

    private static func show(_ item: ListedInvitation, _ address: String?, json: Bool) {
        let now = SystemWallClock().now()
        guard !json else { return Output.json(InvitationBody(listed: item, now: now, url: address)) }
        let invitation = item.invitation
        let state =
            invitation.usedAt != nil
            ? "used" + (item.usedBy.map { " by \($0)" } ?? "") : invitation.isOpen(at: now) ? "open" : "expired"
        Output.line(
            "\(invitation.id.rawValue)  \(invitation.role.rawValue)  \(state)  until \(ISO8601.text(of: invitation.expiresAt))  \(invitation.label)"
        )
    }
}
