import HTTPSupport
import ArgumentParser
import Catalog
import Foundation
import Journal
import Media
import Primitives
import ServiceLifecycle

/// `rondo scan`: looks for new, changed, moved and removed files.
struct ScanCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scan", abstract: "Look for new, changed, moved and removed files.",
        discussion: "It works in this process, whether the server runs or not; the server notices what has changed.")

    @OptionGroup var instance: InstanceOptions
    @Option(help: "Only this library, by name or id.") var library: String?
    @Flag(help: "Show the progress and return when the scan has ended; without it the scan goes on in the background.")
    var wait = false

    func run() async throws {
        try await instance.run { rondo in
            guard wait else {
                if let library { _ = try await rondo.library(named: library) }
                return try startInBackground()
            }
            let library = if let library { try await rondo.library(named: library).id } else { ID<Library>?.none }
            let scan = try await withThrowingTaskGroup(of: Scan?.self) { group in
                group.addTask {
                    await rondo.media.run()
                    return nil
                }
                group.addTask {
                    await rondo.images.run()
                    return nil
                }
                group.addTask {
                    for await scan in rondo.scanRunner.broadcaster.updates() { showProgress(scan) }
                    return nil
                }
                defer { group.cancelAll() }
                return try await rondo.scanRunner.scan(library, by: .commandLine)
            }
            showResult(scan)
            if scan.state != .finished { throw ExitCode(1) }
        }
    }

    private func startInBackground() throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: CommandLine.programPath)
        process.arguments =
            ["scan", "--wait"] + (instance.data.map { ["--data", $0] } ?? [])
            + (library.map { ["--library", $0] } ?? [])
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        instance.json
            ? Output.json { $0.field("started", true) } : Output.line("The scan has begun; rondo scan --wait shows one")
    }

    private func showProgress(_ scan: Scan) {
        guard !instance.json, isatty(STDERR_FILENO) == 1 else { return }
        let counts = scan.counts
        let line =
            "\r\u{1B}[K\(scan.step.rawValue): \(counts.filesFound) found, \(counts.filesRead) read, \(counts.problems) problems"
        FileHandle.standardError.write(Data(line.utf8))
    }

    private func showResult(_ scan: Scan) {
        let counts = scan.counts
        if instance.json {
            Output.json { json in
                json.field("id", scan.id.rawValue)
                json.field("state", scan.state.rawValue)
                json.field("filesFound", counts.filesFound)
                json.field("filesRead", counts.filesRead)
                json.field("added", counts.added)
                json.field("updated", counts.updated)
                json.field("moved", counts.moved)
                json.field("removed", counts.removed)
                json.field("restored", counts.restored)
                json.field("unchanged", counts.unchanged)
                json.field("problems", counts.problems)
                json.field("detail", scan.detail)
            }
        } else {
            if isatty(STDERR_FILENO) == 1 { FileHandle.standardError.write(Data("\r\u{1B}[K".utf8)) }
            Output.line(
                "Scan \(scan.state.rawValue): \(counts.added) added, \(counts.updated) updated, \(counts.moved) moved, "
                    + "\(counts.restored) restored, \(counts.removed) removed, \(counts.unchanged) unchanged, \(counts.problems) problems"
                    + (scan.detail.map { "\n\($0)" } ?? ""))
        }
    }
}
