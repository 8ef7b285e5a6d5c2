import CLinux
import Foundation
import Gateway
import Glibc
import Media

/// What the server process was given, or gave up, before it had a second thread.
struct ServerHandover: Sendable {
    @TaskLocal static var current = ServerHandover()

    /// Where the process is held to, or was to be; nil before that has been decided.
    private(set) var places: ServerPlaces?
    /// Whether the kernel holds it to them.
    private(set) var isHeld = false
    /// To what starts the movers, since the server may write into no library.
    private(set) var mover: MoverConnection?
    /// Nil without a supervisor.
    private(set) var notes: RequestNotes?

    /// Of a process that is about to serve; an empty one for all others. To be called first thing in `main`.
    static func take() -> ServerHandover {
        var handover = ServerHandover()
        let environment = ProcessEnvironment.variables
        guard CommandLine.arguments.dropFirst().first == "serve" else { return handover }
        if environment[Supervisor.marker] != nil {
            let descriptor = rondo_receive_descriptor(STDIN_FILENO, 0)
            if descriptor >= 0 {
                handover.notes = RequestNotes(descriptor: descriptor)
                handover.notes?.watchForCrash()
            }
        }
        guard let places = environment[ServerPlaces.variable].flatMap(ServerPlaces.init) else { return handover }
        handover.places = places
        handover.mover = MoverStarter.start(program: CommandLine.programPath)
        handover.isHeld = places.takeHold()
        return handover
    }
}
