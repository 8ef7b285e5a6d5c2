import ArgumentParser
import CLinux
import Glibc
import Media
import Primitives

/// The program's entrance. The allocator is told how a long-lived server works before anything else allocates, and media workers and
/// encoders confine themselves before there is a second thread.
@main enum Program {
    static func main() async {
        if CommandLine.arguments.dropFirst().first == "media-worker" { MediaWorker.run() }
        if CommandLine.arguments.dropFirst().first == EncoderProcess.argument {
            EncoderProcess.run(Array(CommandLine.arguments.dropFirst(2)))
        }
        if CommandLine.arguments.dropFirst().first == MoverProcess.argument { MoverProcess.run() }
        // What this program writes is for its own user; what others may read it says so itself.
        umask(0o077)
        _ = rondo_mallopt()
        await Rondo.runToEnd()
    }
}

struct Rondo: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rondo", abstract: "A music streaming gateway for a group.", version: version,
        subcommands: [
            ServeCommand.self, UserCommand.self, TokenCommand.self, DeviceKeyCommand.self, LibraryCommand.self,
            ScanCommand.self, BackupCommand.self, RestoreCommand.self, PlanCommand.self, InviteCommand.self,
            RequestCommand.self, OverviewCommand.self, SettingsCommand.self, JournalCommand.self, DoctorCommand.self,
            CertificateCommand.self,
        ])

    static let version = "0.1.0"

    /// As `main()`, but a command line that cannot be understood is a JSON object too where JSON was asked for.
    static func runToEnd() async -> Never {
        do {
            var command = try parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
            exit()
        } catch {
            guard exitCode(for: error) == .validationFailure, CommandLine.arguments.contains("--json") else {
                exit(withError: error)
            }
            _ = Failure.report(DomainError(.invalid, message(for: error), reason: "usage"), json: true)
            exit(withError: ExitCode.validationFailure)
        }
    }
}
