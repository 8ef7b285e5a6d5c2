import ArgumentParser
import Backups
import Foundation
import Glibc
import HTTPSupport
import NIOCore
import Primitives

/// A command that works on an instance.
protocol InstanceCommand: AsyncParsableCommand {
    /// Whether it creates a data folder that does not exist; otherwise that is an error.
    static var creates: Bool { get }
    var instance: InstanceOptions { get }

    func run(_ rondo: Features) async throws
}

extension InstanceCommand {
    static var creates: Bool { false }

    func run() async throws {
        try await instance.run(creates: Self.creates) { try await run($0) }
    }
}

/// The options of every command that works on an instance.
struct InstanceOptions: ParsableArguments {
    @Option(help: "Folder of the database, images and keys (default: RONDO_DATA, else ~/.local/share/rondo).")
    var data: String?

    @Flag(help: "Answer in JSON.")
    var json = false

    /// Opens the instance, whether its server runs or not.
    ///
    /// - Parameter creates: whether to create a data folder that does not exist; otherwise it is an error.
    func open(creates: Bool) async throws -> Features {
        let settings = try settings()
        if !creates {
            let start = InstanceStart(data: settings.data, backups: settings.backupFolder)
            guard try await start.settledVerdict() != .firstStart else {
                throw DomainError.notFound(
                    "There is no instance in \(settings.data.path). Make one with rondo serve, or set --data")
            }
        }
        return Features(try await Instance(settings: settings))
    }

    /// The settings of a server on this data folder, from environment and file.
    ///
    /// - Parameter flags: flags of `rondo serve`, beside `--data`; those without a value are left out.
    func settings(_ flags: [String: String?] = [:]) throws -> ServeSettings {
        let given =
            flags.compactMap { flag, value in value.map { [flag, $0] } } + (data.map { [["--data", $0]] } ?? [])
        return try ServeSettings(
            try SettingsReader(
                arguments: given.flatMap(\.self), environment: ProcessEnvironment.variables, file: nil))
    }

    /// Prints an answer: a line, or an object with `--json`.
    func answer(_ line: @autoclosure () -> String, _ members: (inout JSONWriter) -> Void) {
        Output.answer(json: json, line(), members)
    }

    /// Runs `body` with the instance's features, and turns a `DomainError` into one line and an exit code.
    func run(creates: Bool = false, _ body: (Features) async throws -> Void) async throws {
        try await Failure.reporting(json: json) { try await body(try await open(creates: creates)) }
    }
}

/// The output of commands: one JSON value per line with `--json`, otherwise plain lines.
enum Output {
    static func answer(json: Bool, _ line: @autoclosure () -> String, _ members: (inout JSONWriter) -> Void) {
        json ? self.json(members) : self.line(line())
    }

    static func json(_ members: (inout JSONWriter) -> Void) {
        var writer = JSONWriter()
        writer.object(members)
        line(String(buffer: writer.buffer))
    }

    static func json(_ body: some JSONWritable) {
        var writer = JSONWriter()
        body.write(to: &writer)
        line(String(buffer: writer.buffer))
    }

    /// Passes all items of a paged list to `show`.
    static func all<Item>(
        _ list: (PageRequest) async throws -> Page<Item>, show: (Item) -> Void
    ) async throws {
        var cursor: Cursor?
        repeat {
            let page = try await list(PageRequest(limit: 500, cursor: cursor))
            page.items.forEach(show)
            cursor = page.next
        } while cursor != nil
    }

    /// Writes a line unbuffered, so that a script that waits for it gets it.
    static func line(_ text: String) {
        let line = ByteBuffer(string: text + "\n")
        line.withUnsafeReadableBytes { _ = write(STDOUT_FILENO, $0.baseAddress, $0.count) }
    }
}

extension JSONWriter {
    /// Writes a field with a list of objects.
    mutating func objects<Elements: Sequence>(
        _ name: StaticString, _ elements: Elements, _ members: (inout JSONWriter, Elements.Element) -> Void
    ) {
        key(name)
        array(elements) { json, element in json.object { members(&$0, element) } }
    }
}

/// Errors on the command line: one line on standard error, or one JSON object with `--json`.
enum Failure {
    /// Runs a command, and turns a `DomainError` into one line and an exit code.
    static func reporting(json: Bool, _ body: () async throws -> Void) async throws {
        do {
            try await body()
        } catch let error as DomainError {
            throw report(error, json: json)
        }
    }

    static func report(_ error: DomainError, json: Bool) -> ExitCode {
        var line: ByteBuffer
        if json {
            var writer = JSONWriter()
            writer.object { writer in
                writer.field("code", error.code.rawValue)
                writer.field("reason", error.reason)
                writer.field("detail", error.message)
                writer.field("field", error.field)
            }
            line = writer.buffer
        } else {
            line = ByteBuffer(string: "rondo: \(error.message)")
        }
        line.writeStaticString("\n")
        line.withUnsafeReadableBytes { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
        return exitCode(of: error.code)
    }

    /// 2 for a wrong request, 3 for something not found, 1 for the rest.
    private static func exitCode(of code: DomainError.Code) -> ExitCode {
        switch code {
        case .invalid, .tooLarge, .unsupportedMediaType: ExitCode(2)
        case .notFound: ExitCode(3)
        case .unauthenticated, .forbidden, .conflict, .rateLimited, .unavailable, .storageFull: ExitCode(1)
        }
    }
}
