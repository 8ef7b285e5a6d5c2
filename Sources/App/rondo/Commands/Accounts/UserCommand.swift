import Accounts
import ArgumentParser
import HTTPSupport
import Primitives

/// `rondo user`: accounts from the command line.
struct UserCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "user",
        abstract: "Accounts: add, list, password, role, libraries, disable, enable, delete, two-factor.",
        subcommands: [
            Add.self, List.self, Password.self, SetRole.self, UserLibrariesCommand.self, Disable.self, Enable.self,
            Delete.self, UserTwoFactorCommand.self,
        ])

    struct Add: InstanceCommand {
        static let configuration = CommandConfiguration(abstract: "Make an account.")
        static let creates = true
        @OptionGroup var instance: InstanceOptions
        @Argument(help: "The user name.") var name: String
        @Option(help: "listener, contributor, moderator or admin.") var role = "contributor"
        @Option(help: "The name that others see.") var displayName: String?
        @Option(help: "An email address.") var email: String?
        @Flag(help: "Read the password from standard input; without it a link to choose one is printed.")
        var passwordStdin = false

        func run(_ rondo: Features) async throws {
            let draft = UserDraft(
                username: name, displayName: displayName, email: email, role: try UserCommand.role(role),
                password: passwordStdin ? try UserCommand.readPassword() : nil)
            let (user, link) = try await rondo.accounts.users.create(draft, as: .commandLine)
            let address = link.map { rondo.instance.settings.address + "/welcome#\($0.token)" }
            let invitation = address.map { "\nChoose a password: \($0)" } ?? ""
            instance.answer("Added \(user.username.text) (\(user.role.rawValue))" + invitation) { json in
                json.field("id", user.id.rawValue)
                json.field("username", user.username.text)
                json.field("role", user.role.rawValue)
                json.field("link", address)
            }
        }
    }

    struct List: InstanceCommand {
        static let configuration = CommandConfiguration(abstract: "List the accounts.")
        @OptionGroup var instance: InstanceOptions

        func run(_ rondo: Features) async throws {
            let names = try await rondo.libraryNames()
            try await Output.all {
                try await rondo.accounts.users.list($0, as: .commandLine)
            } show: {
                show($0, names)
            }
        }

        private func show(_ user: User, _ names: [String: String]) {
            let state = user.disabled ? "  disabled" : user.passwordHash == nil ? "  no password yet" : ""
            let access = user.scope == .everything ? "" : "  " + UserLibrariesCommand.text(user.scope, names)
            instance.answer("\(user.username.text)  \(user.role.rawValue)\(state)\(access)") { json in
                json.field("id", user.id.rawValue)
                json.field("username", user.username.text)
                json.field("displayName", user.displayName)
                json.field("email", user.email?.text)
                json.field("role", user.role.rawValue)
                json.field("disabled", user.disabled)
                json.field("passwordSet", user.passwordHash != nil)
                json.field("createdAt", user.createdAt)
                json.field("lastSeenAt", user.lastSeenAt)
                json.field("libraries", user.libraries)
            }
        }
    }

    struct Password: InstanceCommand {
        static let configuration = CommandConfiguration(abstract: "Set a password, or print a link to choose one.")
        @OptionGroup var instance: InstanceOptions
        @Argument(help: "The user name.") var name: String
        @Flag(help: "Read the password from standard input.") var passwordStdin = false

        func run(_ rondo: Features) async throws {
            let user = try await rondo.accounts.users.get(username: name, as: .commandLine)
            if passwordStdin {
                try await rondo.accounts.users.setPassword(
                    try UserCommand.readPassword(), of: user.id, as: .commandLine)
                instance.answer("The password of \(name) is set") { $0.field("username", name) }
            } else {
                let link = try await rondo.accounts.users.createLink(for: user.id, as: .commandLine)
                let address = rondo.instance.settings.address + "/welcome#\(link.token)"
                instance.answer("Choose a password: \(address)") { $0.field("link", address) }
            }
        }
    }

    struct SetRole: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "role", abstract: "Change an account's role.")
        @OptionGroup var instance: InstanceOptions
        @Argument(help: "The user name.") var name: String
        @Argument(help: "listener, contributor, moderator or admin.") var role: String

        func run() async throws {
            try await UserCommand.change(name, UserChange(role: try UserCommand.roleOrUsage(role)), instance)
        }
    }

    struct Disable: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Disable an account and end its sessions.")
        @OptionGroup var instance: InstanceOptions
        @Argument(help: "The user name.") var name: String

        func run() async throws {
            try await UserCommand.change(name, UserChange(disabled: true), instance)
        }
    }

    struct Enable: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Enable a disabled account.")
        @OptionGroup var instance: InstanceOptions
        @Argument(help: "The user name.") var name: String

        func run() async throws {
            try await UserCommand.change(name, UserChange(disabled: false), instance)
        }
    }

    struct Delete: InstanceCommand {
        static let configuration = CommandConfiguration(
            abstract: "Delete an account with its history, playlists, likes, ratings, shares, posts and comments.")
        @OptionGroup var instance: InstanceOptions
        @Argument(help: "The user name.") var name: String
        @Flag(help: "Leave posts, comments and playlists that others see, under the name of a former member.")
        var keepShared = false

        func run(_ rondo: Features) async throws {
            let user = try await rondo.accounts.users.get(username: name, as: .commandLine)
            try await rondo.accounts.users.delete(user.id, keepingShared: keepShared, as: .commandLine)
            instance.answer("Deleted \(user.username.text)") { $0.field("username", user.username.text) }
        }
    }

    private static func change(_ name: String, _ change: UserChange, _ instance: InstanceOptions) async throws {
        try await instance.run { rondo in
            let user = try await rondo.accounts.users.get(username: name, as: .commandLine)
            let changed = try await rondo.accounts.users.edit(user.id, change, as: .commandLine)
            let state = changed.disabled ? "  disabled" : ""
            instance.answer("\(changed.username.text)  \(changed.role.rawValue)\(state)") { json in
                json.field("username", changed.username.text)
                json.field("role", changed.role.rawValue)
                json.field("disabled", changed.disabled)
            }
        }
    }

    private static func role(_ text: String) throws -> Role {
        guard let role = Role(rawValue: text), Role.assignable.contains(role) else {
            throw DomainError.invalid(
                "The role must be one of \(Role.assignable.map(\.rawValue).joined(separator: ", "))", field: "role")
        }
        return role
    }

    private static func roleOrUsage(_ text: String) throws -> Role {
        do {
            return try role(text)
        } catch let error as DomainError {
            throw ValidationError(error.message)
        }
    }

    /// The first line of standard input, without its line end.
    private static func readPassword() throws -> String {
        guard let line = readLine(strippingNewline: true), !line.isEmpty else {
            throw DomainError.invalid("Standard input contains no password", field: "password")
        }
        return line
    }
}

/// `rondo user two-factor`: for a user who has lost the second factor and the recovery codes.
struct UserTwoFactorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "two-factor", abstract: "Second factors: off, require.", subcommands: [Off.self, Require.self])

    struct Off: InstanceCommand {
        static let configuration = CommandConfiguration(abstract: "Remove a user's second factor, and notify them.")
        @OptionGroup var instance: InstanceOptions
        @Argument(help: "The user name.") var name: String

        func run(_ rondo: Features) async throws {
            let user = try await rondo.accounts.users.get(username: name, as: .commandLine)
            try await rondo.accounts.twoFactor.remove(of: user.id, as: .commandLine)
            instance.answer("\(user.username.text) now signs in by password alone") {
                $0.field("username", user.username.text)
            }
        }
    }

    struct Require: InstanceCommand {
        static let configuration = CommandConfiguration(
            abstract: "Set the roles that require a second factor; without a role, none does.")
        @OptionGroup var instance: InstanceOptions
        @Argument(help: "listener, contributor, moderator, admin.") var roles: [String] = []

        func run(_ rondo: Features) async throws {
            let known = try roles.map { name in
                guard let role = Role(rawValue: name) else {
                    throw DomainError.invalid("There is no role \(name)", field: "roles")
                }
                return role
            }
            try await rondo.accounts.twoFactor.require(for: Set(known), as: .commandLine)
            instance.answer(roles.isEmpty ? "No role requires a second factor" : roles.joined(separator: ", ")) {
                $0.field("roles", roles)
            }
        }
    }
}
