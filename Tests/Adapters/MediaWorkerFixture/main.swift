import Glibc
import Media

// Stands in for `rondo media-worker` and `rondo encoder`, so that the tests need not start the whole program.
switch CommandLine.arguments.dropFirst().first {
case "escape": Escape(from: CommandLine.arguments[2]).run()
case "encoder-escape": EncoderEscape(input: CommandLine.arguments[2]).run()
case "mover-escape": MoverEscape(quarantine: CommandLine.arguments[2], library: CommandLine.arguments[3]).run()
case "server-escape":
    ServerEscape(own: CommandLine.arguments[2], library: CommandLine.arguments[3], secrets: CommandLine.arguments[4])
        .run()
case "nothing": exit(0)
case MoverProcess.argument: MoverProcess.run()
case MoverStarter.argument: MoverStarter.run(program: CommandLine.arguments[0])
case FFmpegConfinement.argument: FFmpegConfinement.run(Array(CommandLine.arguments.dropFirst(2)))
case SoundWorker.argument: SoundWorker.run(Array(CommandLine.arguments.dropFirst(2)))
case "measure": try await Measurement(folder: CommandLine.arguments[2], workers: 1).run()
default: MediaWorker.run()
}
