import ArgumentParser
import CLinux
import Catalog
import HTTPSupport
import Foundation
import Journal
import Media
import Primitives

/// `rondo scan`: looks for new, changed, moved and removed files.
struct ScanCommand: InstanceCommand {
    static let configuration = CommandConfiguration(
        commandName: "scan", abstract: "Look for new, changed, moved and removed files.",
        discussion: "It works in this process, whether the server runs or not; the server notices what has changed.")

    @OptionGroup var instance: InstanceOptions
    @Option(help: "Only this library, by name or id.") var library: String?
    @Flag(
        help: """
            Show the progress and return when the scan has ended, which comes after one that is running; without it the \
            scan goes on in the background.
            """)
    var wait = false

    func run(_ rondo: Features) async throws {
        guard wait else {
            if let library { _ = try await rondo.library(named: library) }
            return try startInBackground()
        }
        let library = if let library { try await rondo.library(named: library).id } else { ID<Library>?.none }
        let scan = try await withThrowingTaskGroup(of: Scan?.self) { group in
            group.addTask {
                await rondo.instance.media.run()
                return nil
            }
            group.addTask {
                await rondo.instance.images.run()
                return nil
            }
            group.addTask {
                for await scan in rondo.libraries.runner.broadcaster.updates() { showProgress(scan) }
                return nil
            }
            defer { group.cancelAll() }
            return try await scanInTurn(library, with: rondo.libraries.runner)
        }
        showResult(scan)
        if scan.state != .finished { throw ExitCode(1) }
    }

    /// Scans after the server's own scan: only one can run at a time.
    private func scanInTurn(_ library: ID<Library>?, with runner: ScanRunner) async throws -> Scan {
        var hasWaited = false
        while true {
            do {
                return try await runner.scan(library, by: .commandLine)
            } catch let error as DomainError where error.reason == "scan_running" {
                if !hasWaited, !instance.json {
                    Output.line("Another scan is running. This one starts when it has ended.")
                }
                hasWaited = true
                try await Task.sleep(for: .milliseconds(200))
            }
        }
    }

    private func startInBackground() throws {
        let words =
            [CommandLine.programPath, "scan", "--wait"] + (instance.data.map { ["--data", $0] } ?? [])
            + (library.map { ["--library", $0] } ?? [])
        let arguments = words.map { strdup($0) } + [nil]
        defer { for word in arguments { free(word) } }
        guard rondo_spawn(words[0], arguments, environ, [-1, -1, -1], 1) > 0 else {
            throw DomainError(.unavailable, "The scan cannot be started", reason: "no_process")
        }
        instance.answer("The scan has begun. rondo scan --wait shows its progress") { $0.field("started", true) }
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
        if !instance.json, isatty(STDERR_FILENO) == 1 { FileHandle.standardError.write(Data("\r\u{1B}[K".utf8)) }
        let line =
            "Scan \(scan.state.rawValue): \(counts.added) added, \(counts.updated) updated, \(counts.moved) moved, "
            + "\(counts.restored) restored, \(counts.removed) removed, \(counts.unchanged) unchanged, "
            + "\(counts.problems) problems" + (scan.detail.map { "\n\($0)" } ?? "")
        instance.answer(line) { json in
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
    }
}
