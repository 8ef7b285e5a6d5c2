import Glibc
import Media

// Stands for `rondo media-worker`, so that the tests of reading need no more of the program.
switch CommandLine.arguments.dropFirst().first {
case "escape": Escape(from: CommandLine.arguments[2]).run()
case "measure": try await Measurement(folder: CommandLine.arguments[2], workers: 1).run()
default: MediaWorker.run()
}
