import ArgumentParser
import CLinux
import Glibc
import Media

/// The program's entrance. The allocator is told how a long-lived server works before anything else allocates, and a media worker
/// confines itself before there is a second thread.
@main enum Program {
    static func main() async {
        if CommandLine.arguments.dropFirst().first == "media-worker" { MediaWorker.run() }
        // What this program writes is for its own user; what others may read it says so itself.
        umask(0o077)
        _ = rondo_mallopt()
        await Rondo.main()
    }
}

struct Rondo: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rondo", abstract: "A music streaming gateway for a group.", version: version,
        subcommands: [
            ServeCommand.self, UserCommand.self, TokenCommand.self, LibraryCommand.self, ScanCommand.self,
            DoctorCommand.self,
        ])

    static let version = "0.1.0"
}
