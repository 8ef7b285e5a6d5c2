import HTTPSupport
import Accounts
import ArgumentParser
import Primitives

/// `rondo token`: bearer tokens for scripts.
struct TokenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "Bearer tokens for scripts: add, list, revoke.",
        subcommands: [Add.self, List.self, Revoke.self])

    struct Add: InstanceCommand {
        static let configuration = CommandConfiguration(abstract: "Make a token for /api/v1; it is printed this once.")
        @OptionGroup var instance: InstanceOptions
        @Option(help: "The user name of its owner.") var user: String
        @Option(help: "A label that says its purpose.") var label: String
        @Option(help: "Its scopes, separated by commas: read, write, administer, credentials.") var scopes =
            AccessScope.names(AccessScope.standard).joined(separator: ",")
        @Option(help: "Days until it expires, or never.") var expires = "90"

        func run(_ rondo: Features) async throws {
            let user = try await rondo.accounts.users.get(username: user, as: .commandLine)
            let issued = try await rondo.accounts.credentials.createToken(
                for: user.id, label: label,
                scopes: AccessScope.named(scopes.split(separator: ",").map(String.init)),
                lifetime: lifetime(), as: .commandLine)
            instance.answer(issued.text) { json in
                json.field("id", issued.token.id.rawValue)
                json.field("label", issued.token.label)
                json.field("scopes", AccessScope.names(issued.token.scopes))
                json.field("token", issued.text)
                json.field("expiresAt", issued.token.expiresAt)
            }
        }

        private func lifetime() throws(DomainError) -> AccessToken.Lifetime {
            if expires == "never" { return .unlimited }
            guard let days = Int(expires) else {
                throw .invalid("--expires takes a number of days, or never", field: "expires")
            }
            return .days(days)
        }
    }

    struct List: InstanceCommand {
        static let configuration = CommandConfiguration(abstract: "List a user's tokens.")
        @OptionGroup var instance: InstanceOptions
        @Option(help: "The user name of their owner.") var user: String

        func run(_ rondo: Features) async throws {
            let user = try await rondo.accounts.users.get(username: user, as: .commandLine)
            let now = SystemWallClock().now()
            for token in try await rondo.accounts.credentials.tokens(of: user.id, as: .commandLine) {
                show(token, at: now)
            }
        }

        private func show(_ token: AccessToken, at now: Timestamp) {
            let scopes = AccessScope.names(token.scopes).joined(separator: ",")
            let end = token.expiresAt.map { "until \(ISO8601.text(of: $0))" } ?? "does not expire"
            let use =
                token.lastUsedAt.map { "last used \(ISO8601.text(of: $0)) from \(token.lastAddress ?? "unknown")" }
                ?? "never used"
            let state = token.isLive(at: now) ? "" : "  expired"
            instance.answer("\(token.id.rawValue)  \(token.label)  \(scopes)  \(end)  \(use)\(state)") { json in
                json.field("id", token.id.rawValue)
                json.field("label", token.label)
                json.field("scopes", AccessScope.names(token.scopes))
                json.field("usable", token.isLive(at: now))
                json.field("createdAt", token.createdAt)
                json.field("expiresAt", token.expiresAt)
                json.field("lastUsedAt", token.lastUsedAt)
                json.field("lastAddress", token.lastAddress)
            }
        }
    }

    struct Revoke: InstanceCommand {
        static let configuration = CommandConfiguration(
            abstract: "Revoke a token and everything that was made with it.",
            discussion:
                "Its links, invitations and shares stop working, browsers that signed in by them are signed out, accounts that it made are disabled, passwords that were chosen by its links are removed, and roles and addresses that it changed are restored."
        )
        @OptionGroup var instance: InstanceOptions
        @Option(help: "The user name of its owner.") var user: String
        @Argument(help: "The token's id, as list shows it.") var id: String
        @Flag(help: "Leave accounts as they are.") var keepAccounts = false
        @Flag(help: "Only show what would end.") var dryRun = false

        func run(_ rondo: Features) async throws {
            let user = try await rondo.accounts.users.get(username: user, as: .commandLine)
            for product in try await rondo.accounts.credentials.products(of: ID(id), of: user.id, as: .commandLine) {
                show(product)
            }
            if dryRun { return }
            let revoked = try await rondo.accounts.credentials.revokeToken(
                ID(id), of: user.id, keepingAccounts: keepAccounts, as: .commandLine)
            let line = "Revoked. Ended with it: \(revoked.ended.count). Left: \(revoked.kept.count)"
            instance.answer(line) { json in
                json.field("revoked", 1)
                json.field("ended", revoked.ended.count)
                json.field("kept", revoked.kept.count)
            }
        }

        private func show(_ product: TokenProduct) {
            instance.answer("\(product.kind.rawValue)  \(product.name)  \(ISO8601.text(of: product.at))") { json in
                json.field("kind", product.kind.rawValue)
                json.field("id", product.id)
                json.field("name", product.name)
                json.field("at", product.at)
            }
        }
    }
}
