import ArgumentParser
import Configuration
import Hummingbird

@main struct Rondo: AsyncParsableCommand {
    func run() async throws {}
}
