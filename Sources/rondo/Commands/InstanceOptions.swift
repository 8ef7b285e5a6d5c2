import ArgumentParser
import Primitives

/// What every command that works on an instance takes.
struct InstanceOptions: ParsableArguments {
    @Option(help: "Folder of the database, images and keys (default: RONDO_DATA, else ~/.local/share/rondo).")
    var data: String?

    @Flag(help: "Answer in JSON.")
    var json = false

    /// The instance, open, whether its server runs or not.
    func open() async throws -> Instance {
        let reader = try await SettingsReader(
            arguments: data.map { ["--data", $0] } ?? [], environment: ProcessEnvironment.variables, file: nil)
        return try await Instance(settings: try ServeSettings(reader))
    }

    /// Runs `body` with the instance and turns what people did wrong into one line and exit code 1.
    func run(_ body: (Instance) async throws -> Void) async throws {
        do {
            try await body(try await open())
        } catch let error as DomainError {
            throw Failure.report(error, json: json)
        }
    }
}
