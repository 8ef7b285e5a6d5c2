import ArgumentParser
import Foundation
import Logging
import Media
import Primitives

/// `rondo serve`: runs the server.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serve the music over TLS.",
        usage: "rondo serve [--data DIR] [--music DIR] [--config FILE] [--SETTING VALUE ...]",
        discussion: """
            The first start makes the data folder, its database, keys and a development certificate, and prints a link for making the
            first admin account. When connections are accepted it prints one line: ready https://HOST:PORT

            \(SettingsTable.help)
            """)

    @Option(help: "Configuration file in JSON (default: DATA/rondo.json, if there is one).")
    var config: String?

    @Argument(parsing: .allUnrecognized, help: .hidden)
    var settings: [String] = []

    func run() async throws {
        try await Failure.reporting(json: false) {
            let reader = try SettingsReader(
                arguments: settings, environment: ProcessEnvironment.variables, file: config)
            let settings = try ServeSettings(reader)
            LogSetup.bootstrap(level: settings.logLevel, json: settings.logsJSON)
            let isChild = ProcessEnvironment.variables[Supervisor.marker] != nil
            let isFirstStart = !FileManager.default.fileExists(atPath: settings.data.database)
            var absence: String?
            if let music = settings.music {
                absence = try await MusicFolder(path: music).absence(isFirstStart: isFirstStart)
            }
            if let absence, !isChild || !settings.supervise { Output.line(absence) }
            let handover = ServerHandover.current
            let places =
                settings.confine
                ? ServerPlaces(
                    settings, configuration: config, ffmpeg: await FFmpegEncoder.find(), mpv: await MPVOutput.find())
                : nil
            if settings.supervise, !isChild {
                let code = try await Supervisor(
                    settings: settings, places: places, logger: Logger(label: "rondo.supervisor")
                ).run()
                throw ExitCode(code)
            }
            if handover.places == nil { places?.executeAgain() }
            if isChild { Lifeline.follow() }
            try await Server(settings: settings, handover: handover).run()
        }
    }
}
