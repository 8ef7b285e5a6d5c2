import ArgumentParser
import Foundation
import Glibc
import Primitives

/// `rondo service`: what systemd needs to run this instance.
struct ServiceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "service", abstract: "Print a systemd unit for this program.",
        usage: "rondo service --print [--user NAME] [--data DIR] [--music DIR] [--SETTING VALUE ...]",
        discussion: """
            It takes the settings of rondo serve, writes them into the unit, and installs nothing. As root: \
            rondo service --print --music /srv/music > /etc/systemd/system/rondo.service
            """)

    @Flag(name: .customLong("print"), help: "Print the unit; there is nothing else that it does.") var prints = false
    @Option(help: "The system user that runs it.") var user = "rondo"
    @Option(help: "Configuration file in JSON.") var config: String?
    @Argument(parsing: .allUnrecognized, help: .hidden) var settings: [String] = []

    func validate() throws {
        guard prints else { throw ValidationError("Say --print") }
        guard user.wholeMatch(of: /[a-z_][a-z0-9_-]{0,31}/) != nil else {
            throw ValidationError("“\(user)” is no name of a system user")
        }
    }

    func run() async throws {
        do {
            let hasData = try SettingsReader.parse(settings)["data"] != nil || SystemdUnit.environmentData != nil
            let arguments = settings + (hasData ? [] : ["--data", SystemdUnit.stateFolder])
            let reader = try await SettingsReader(
                arguments: arguments, environment: ProcessEnvironment.variables, file: config)
            let unit = SystemdUnit(
                program: CommandLine.programPath, user: user, settings: try ServeSettings(reader),
                arguments: try SystemdUnit.absolute(arguments), configuration: config.map(SystemdUnit.absolute))
            Output.line(try unit.text())
        } catch let error as DomainError {
            throw Failure.report(error, json: false)
        }
    }
}
