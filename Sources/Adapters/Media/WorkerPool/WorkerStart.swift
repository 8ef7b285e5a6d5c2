/// An order to start a process.
struct WorkerStart: Sendable {
    /// Its number on the board.
    let worker: Int
    /// The process's end of the line, which whoever starts the process closes.
    let socket: CInt
    let kills: AsyncStream<Void>
}
