import Accounts
import ArgumentParser
import HTTPSupport
import Primitives

/// `rondo user two-factor`: for somebody who has lost the second factor and the recovery codes.
struct UserTwoFactorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "two-factor", abstract: "Second factors: off, require.", subcommands: [Off.self, Require.self])

    struct Off: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Switch somebody's second factor off; they are told.")
        @OptionGroup var instance: InstanceOptions
        @Argument(help: "The user name.") var name: String

        func run() async throws {
            try await instance.run { rondo in
                let user = try await rondo.users.get(username: name, as: .commandLine)
                try await rondo.twoFactor.remove(of: user.id, as: .commandLine)
                instance.json
                    ? Output.json { $0.field("username", user.username.text) }
                    : Output.line("\(user.username.text) signs in by password alone now")
            }
        }
    }

    struct Require: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Say which roles must have a second factor; without a role, none must.")
        @OptionGroup var instance: InstanceOptions
        @Argument(help: "listener, contributor, moderator, admin.") var roles: [String] = []

        func run() async throws {
            try await instance.run { rondo in
                let known = try roles.map { name in
                    guard let role = Role(rawValue: name) else {
                        throw DomainError.invalid("There is no role \(name)", field: "roles")
                    }
                    return role
                }
                try await rondo.twoFactor.require(for: Set(known), as: .commandLine)
                instance.json
                    ? Output.json { $0.field("roles", roles) }
                    : Output.line(roles.isEmpty ? "No role must have one" : roles.joined(separator: ", "))
            }
        }
    }
}
