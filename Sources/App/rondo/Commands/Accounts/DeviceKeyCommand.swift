import Accounts
import ArgumentParser
import HTTPSupport
import Primitives

/// `rondo device-key`: keys for remote clients.
struct DeviceKeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "device-key", abstract: "Keys for remote clients: add, list, revoke, rotate.",
        subcommands: [Add.self, List.self, Revoke.self, Rotate.self])

    struct Add: InstanceCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a key for a client of /rest; it is printed this once.")
        @OptionGroup var instance: InstanceOptions
        @Option(help: "The user name of its owner.") var user: String
        @Option(help: "A label that says its purpose.") var label: String
        @Option(help: "Its scopes, separated by commas: read, write, stream, admin.") var scopes =
            DeviceKeyCommand.text(DeviceKeyScope.standard)
        @Option(help: "Days until it expires (default: never).") var expires: Int?

        func run(_ rondo: Features) async throws {
            let user = try await rondo.accounts.users.get(username: user, as: .commandLine)
            let draft = DeviceKeyDraft(
                label: label, scopes: try DeviceKeyCommand.scopes(scopes), expiresInDays: expires)
            let issued = try await rondo.accounts.deviceKeys.create(draft, for: user.id, as: .commandLine)
            instance.answer(issued.text) { json in
                json.field("id", issued.key.id.rawValue)
                json.field("username", issued.username)
                json.field("label", issued.key.label)
                json.field("scopes", issued.key.scopes.map(\.rawValue).sorted())
                json.field("key", issued.text)
                json.field("expiresAt", issued.key.expiresAt)
            }
        }
    }

    struct List: InstanceCommand {
        static let configuration = CommandConfiguration(abstract: "List a user's keys.")
        @OptionGroup var instance: InstanceOptions
        @Option(help: "The user name of their owner.") var user: String

        func run(_ rondo: Features) async throws {
            let user = try await rondo.accounts.users.get(username: user, as: .commandLine)
            for listed in try await rondo.accounts.deviceKeys.list(of: user.id, as: .commandLine) { show(listed) }
        }

        private func show(_ listed: ListedDeviceKey) {
            let key = listed.key
            let use =
                key.lastUse.map { "  last used \(ISO8601.text(of: $0.at)) by \($0.client ?? "")" } ?? "  never used"
            let state = listed.isUsable ? "" : "  not usable"
            let products = listed.products.map { "\n  \($0.kind.rawValue)  \($0.name)" }.joined()
            let line = "\(key.id.rawValue)  \(key.label)  \(DeviceKeyCommand.text(key.scopes))\(use)\(state)"
            instance.answer(line + products) { json in
                json.field("id", key.id.rawValue)
                json.field("label", key.label)
                json.field("scopes", key.scopes.map(\.rawValue).sorted())
                json.field("usable", listed.isUsable)
                json.field("createdAt", key.createdAt)
                json.field("expiresAt", key.expiresAt)
                json.field("lastUsedAt", key.lastUse?.at)
                json.field("lastClient", key.lastUse?.client)
                json.field("lastAddress", key.lastUse?.address)
            }
        }
    }

    struct Revoke: InstanceCommand {
        static let configuration = CommandConfiguration(abstract: "Revoke a key, or all of a user's.")
        @OptionGroup var instance: InstanceOptions
        @Option(help: "The user name of the owner.") var user: String
        @Argument(help: "The key's id, as list shows it.") var id: String?
        @Flag(help: "All keys of the user.") var all = false
        @Flag(help: "Leave accounts that the keys made as they are; otherwise they are disabled.") var keepAccounts =
            false

        func validate() throws {
            guard (id != nil) != all else { throw ValidationError("Give the id of a key, or --all") }
        }

        func run(_ rondo: Features) async throws {
            let user = try await rondo.accounts.users.get(username: user, as: .commandLine)
            var count = 1
            if let id {
                try await rondo.accounts.deviceKeys.revoke(
                    ID(id), of: user.id, keepingAccounts: keepAccounts, as: .commandLine)
            } else {
                count = try await rondo.accounts.deviceKeys.revokeAll(
                    of: user.id, keepingAccounts: keepAccounts, as: .commandLine)
            }
            instance.answer("Revoked \(count)") { $0.field("revoked", count) }
        }
    }

    struct Rotate: InstanceCommand {
        static let configuration = CommandConfiguration(
            abstract: "Seal all keys with a new key of the server; they stay valid.")
        @OptionGroup var instance: InstanceOptions

        func run(_ rondo: Features) async throws {
            let count = try await rondo.accounts.deviceKeys.rotate(as: .commandLine)
            instance.answer("Sealed \(count) again") { $0.field("sealed", count) }
        }
    }

    private static func text(_ scopes: Set<DeviceKeyScope>) -> String {
        DeviceKeyScope.allCases.filter(scopes.contains).map(\.rawValue).joined(separator: ",")
    }

    private static func scopes(_ text: String) throws -> Set<DeviceKeyScope> {
        var scopes: Set<DeviceKeyScope> = []
        for name in text.split(separator: ",") {
            guard let scope = DeviceKeyScope(rawValue: String(name)) else {
                throw DomainError.invalid(
                    "Scopes are \(DeviceKeyScope.allCases.map(\.rawValue).joined(separator: ", "))", field: "scopes")
            }
            scopes.insert(scope)
        }
        return scopes
    }
}
