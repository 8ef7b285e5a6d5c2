import ArgumentParser
import CLinux
import Glibc
import Media
import Primitives

/// The program's entry point. The allocator is configured for a long-lived server before anything else allocates. Media
/// workers and encoders confine themselves before there is a second thread.
@main enum Program {
    static func main() async {
        // Before the process has anything that a dump could contain, for commands too: they read the same keys.
        if !isTraceable { _ = rondo_forbid_dumps() }
        let arguments = Array(CommandLine.arguments.dropFirst(2))
        switch CommandLine.arguments.dropFirst().first {
        case "media-worker": MediaWorker.run()
        case FFmpegConfinement.argument: FFmpegConfinement.run(arguments)
        case SoundWorker.argument: SoundWorker.run(arguments)
        case PlayerProcess.argument: PlayerProcess.run(arguments)
        case MoverProcess.argument: MoverProcess.run()
        case MoverStarter.argument: MoverStarter.run(program: CommandLine.programPath)
        case ConfinementProbe.argument: ConfinementProbe.run()
        default: break
        }
        // Only this program's own user can read its files; files for others set their permissions explicitly.
        umask(0o077)
        _ = rondo_mallopt()
        await ServerHandover.$current.withValue(ServerHandover.take()) { () async -> Void in await Rondo.runToEnd() }
    }
}

extension Program {
    /// Tests inspect the open files of their servers, and make their system calls fail.
    private static var isTraceable: Bool {
        #if DEBUG
            ProcessEnvironment.variables["RONDO_DEBUG_TRACEABLE"] == "1"
        #else
            false
        #endif
    }
}

struct Rondo: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rondo", abstract: "A music streaming server for a group.", version: version,
        subcommands: [
            ServeCommand.self, UserCommand.self, TokenCommand.self, DeviceKeyCommand.self, LibraryCommand.self,
            ScanCommand.self, RecognizeCommand.self, BackupCommand.self, RestoreCommand.self, PlanCommand.self,
            InviteCommand.self,
            RequestCommand.self, OverviewCommand.self, SettingsCommand.self, JournalCommand.self, ClockCommand.self,
            CleanupCommand.self,
            DoctorCommand.self, CertificateCommand.self, ServiceCommand.self,
        ])

    static let version = "0.1.0"

    /// As `main()`, but errors in the command line are a JSON object too where JSON was requested.
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
