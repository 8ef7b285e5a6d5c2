import ArgumentParser
import Media

/// The hidden command that the gateway starts itself with, to parse media files apart from itself.
struct MediaWorkerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "media-worker", shouldDisplay: false)

    @Option(help: .hidden) var root: String

    func run() throws {
        MediaWorker.run(root: root)
    }
}
