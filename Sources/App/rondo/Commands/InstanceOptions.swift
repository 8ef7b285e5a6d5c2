import ArgumentParser
import Backups
import Foundation
import Primitives

/// What every command that works on an instance takes.
struct InstanceOptions: ParsableArguments {
    @Option(help: "Folder of the database, images and keys (default: RONDO_DATA, else ~/.local/share/rondo).")
    var data: String?

    @Flag(help: "Answer in JSON.")
    var json = false

    /// The instance, open, whether its server runs or not.
    ///
    /// - Parameter creates: whether a data folder that is not there is made; otherwise it is an error.
    func open(creates: Bool) async throws -> Instance {
        let settings = try await settings()
        if !creates {
            let start = InstanceStart(data: settings.data, backups: settings.backupFolder)
            guard try await start.settledVerdict() != .firstStart else {
                throw DomainError.notFound(
                    "There is no instance in \(settings.data.path): rondo serve makes one, or set --data")
            }
        }
        return try await Instance(settings: settings)
    }

    /// What a server on this data folder is set to, by environment and file.
    ///
    /// - Parameter flags: of `rondo serve`, beside `--data`; those without a value are left out.
    func settings(_ flags: [String: String?] = [:]) async throws -> ServeSettings {
        let given =
            flags.compactMap { flag, value in value.map { [flag, $0] } } + (data.map { [["--data", $0]] } ?? [])
        return try ServeSettings(
            try await SettingsReader(
                arguments: given.flatMap(\.self), environment: ProcessEnvironment.variables, file: nil))
    }

    /// Runs `body` with the instance and turns what people did wrong into one line and exit code 1.
    func run(creates: Bool = false, _ body: (Instance) async throws -> Void) async throws {
        do {
            try await body(try await open(creates: creates))
        } catch let error as DomainError {
            throw Failure.report(error, json: json)
        }
    }
}
