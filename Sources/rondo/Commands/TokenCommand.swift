import HTTPSupport
import Accounts
import ArgumentParser
import Primitives

/// `rondo token`: bearer tokens for scripts.
struct TokenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "Bearer tokens for scripts: add.", subcommands: [Add.self])

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Make a token for /api/v1; it is printed this once.")
        @OptionGroup var instance: InstanceOptions
        @Option(help: "Whose token it is.") var user: String
        @Option(help: "What it is for.") var label: String
        @Option(help: "Days until it expires (default: never).") var days: Int?

        func run() async throws {
            try await instance.run { rondo in
                let user = try await rondo.users.get(username: user, as: .commandLine)
                let issued = try await rondo.credentials.createToken(
                    for: user.id, label: label, expiresInDays: days, by: .commandLine)
                guard instance.json else { return Output.line(issued.text) }
                Output.json { json in
                    json.field("id", issued.token.id.rawValue)
                    json.field("label", issued.token.label)
                    json.field("token", issued.text)
                    json.field("expiresAt", issued.token.expiresAt)
                }
            }
        }
    }
}
