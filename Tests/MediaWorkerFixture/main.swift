import Glibc
import Media

// Stands for `rondo media-worker`, so that the tests of reading need no more of the program.
if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "escape" {
    Escape(from: CommandLine.arguments[2]).run()
} else {
    MediaWorker.run()
}
