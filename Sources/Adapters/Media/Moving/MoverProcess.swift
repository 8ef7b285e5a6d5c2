import CLinux
import Catalog
import Foundation
import Glibc
import Submissions
import Synchronization
import SystemPackage

/// The process that moves one file into a library or its bin, or writes one file of words there, and the only part of
/// Rondo that writes there. It reads
/// its job from standard input, gives up all rights except to read the quarantine and to make or move files below that
/// one library, and answers on standard output.
package enum MoverProcess {
    /// The argument with which the server's program calls `run`.
    package static let argument = "library-mover"
    private static let memory: UInt64 = 512 << 20
    private static let longestOrder = SidecarJob.longest + 16 * 1024

    /// Must be called first in `main`, before other threads exist.
    package static func run() -> Never {
        _ = rondo_die_with_parent(SIGKILL, 0)
        guard getppid() != 1 else { exit(2) }
        _ = rondo_close_from(3)
        umask(0o022)
        let input = FileDescriptor.standardInput.bytes(atMost: longestOrder)
        if let order = input.withUnsafeBytes({ try? MoveJob(decoding: $0) }) { move(order) }
        if let order = input.withUnsafeBytes({ try? BinJob(decoding: $0) }) {
            rearrange(order.root) { FileBin(order, in: $0).run() }
        }
        if let order = input.withUnsafeBytes({ try? SidecarJob(decoding: $0) }) {
            rearrange(order.root, size: order.content.count) { SidecarPlacement(order, in: $0).run() }
        }
        exit(2)
    }

    private static func move(_ order: MoveJob) -> Never {
        guard let quarantine = LibraryFolder(order.quarantine) else { exit(2) }
        guard let root = LibraryFolder(order.root) else { answer(MoveReply.text(MoveOutcome.failed(unopened))) }
        guard confine(from: quarantine.descriptor, to: root.descriptor, size: UInt64(order.size)) else { exit(3) }
        answer(MoveReply.text(FileMove(job: order, quarantine: quarantine.descriptor, root: root.descriptor).run()))
    }

    /// - Parameter size: the longest file that is written.
    private static func rearrange(_ path: [UInt8], size: Int = 0, _ work: (CInt) -> LibraryFileOutcome) -> Never {
        guard let root = LibraryFolder(path) else { answer(MoveReply.text(LibraryFileOutcome.failed(unopened))) }
        guard confine(to: root.descriptor, size: UInt64(size), { rondo_restrict_to_rearranging(root.descriptor) })
        else { exit(3) }
        answer(MoveReply.text(work(root.descriptor)))
    }

    private static let unopened = "The library's folder cannot be opened."

    /// Returns false when the kernel supports confinement and yet refused it.
    package static func confine(from: CInt, to: CInt, size: UInt64) -> Bool {
        confine(to: to, size: size) { rondo_restrict_to_moving(from, to) }
    }

    private static func confine(to: CInt, size: UInt64, _ restrict: () -> CInt) -> Bool {
        guard rondo_limit_address_space(memory) == 0, rondo_limit_file_size(size) == 0,
            rondo_limit_open_files(64) == 0, rondo_no_new_privileges() == 0
        else { return false }
        let parent = getppid()
        let owner = rondo_separate(to, RONDO_SEPARATION_MOVING, nil)
        guard rondo_die_with_parent(SIGKILL, parent) == 0, rondo_forbid_dumps() == 0 else { return false }
        let files = restrict()
        return Confinement(files: files, calls: rondo_allow_moving_only(), owner: owner) != nil
    }

    private static func answer(_ text: String) -> Never {
        _ = Array(text.utf8).withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
        exit(0)
    }
}

/// The process that starts movers. It begins before the server gives up the right to write outside its own folders, so
/// that movers may write into libraries. It starts nothing else.
package enum MoverStarter {
    /// The argument with which the server's program calls `run`.
    package static let argument = "library-mover-starter"

    /// Serves the Unix socket that is its standard input until the other end is closed. Must be called first in `main`.
    ///
    /// - Parameter program: the absolute path of the server's program.
    package static func run(program: String) -> Never {
        _ = rondo_forbid_dumps()
        // The kernel reaps the child processes.
        signal(SIGCHLD, SIG_IGN)
        let arguments = words(program, MoverProcess.argument)
        let environment = words("LC_ALL=C", "SWIFT_BACKTRACE=enable=no")
        while true {
            // The process waits, often for days.
            rondo_release_code()
            let line = rondo_receive_descriptor(0, 1)
            if line == -EPIPE || line == -ECONNRESET || line == -ENOTSOCK { exit(0) }
            guard line >= 0 else { continue }
            // If a mover cannot be started, its socket closes without an answer.
            _ = rondo_spawn(program, arguments, environment, [line, line, -1], 0)
            close(line)
        }
    }

    /// Starts the process. Must be called before other threads exist.
    package static func start(program: String) -> MoverConnection? {
        var ends: [CInt] = [-1, -1]
        guard rondo_socket_pair(&ends) == 0 else { return nil }
        defer { close(ends[1]) }
        let arguments = words(program, argument)
        let environment = words("LC_ALL=C", "SWIFT_BACKTRACE=enable=no")
        defer { for text in arguments + environment { free(text) } }
        guard rondo_spawn(program, arguments, environment, [ends[1], -1, -1], 0) > 0 else {
            close(ends[0])
            return nil
        }
        return MoverConnection(ends[0])
    }

    /// The texts in the form of execve(2); the caller frees them.
    private static func words(_ texts: String...) -> [UnsafeMutablePointer<CChar>?] {
        texts.map { strdup($0) } + [nil]
    }
}

/// The connection to the process that starts movers.
package final class MoverConnection: Sendable {
    private let descriptor: CInt
    /// Lets one descriptor through at a time.
    private let turn = Mutex(())

    fileprivate init(_ descriptor: CInt) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// A mover's answer to `order`; empty when the mover could not be started, crashed or was abandoned by
    /// cancellation.
    func ask(_ order: [UInt8], longest: Int) async -> [UInt8] {
        var ends: [CInt] = [-1, -1]
        guard rondo_socket_pair(&ends) == 0 else { return [] }
        let line = OpenLine(ends[0])
        let sent = turn.withLock { _ in rondo_send_descriptor(descriptor, ends[1]) }
        close(ends[1])
        guard sent == 0 else { return [] }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // A large file takes long: a blocked thread of the pool would be missing elsewhere.
                Thread.detachNewThread { continuation.resume(returning: line.ask(order, longest: longest)) }
            }
        } onCancel: {
            line.shutDown()
        }
    }
}

/// The server's end of the socket to one mover.
private final class OpenLine: Sendable {
    private let descriptor: CInt

    init(_ descriptor: CInt) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    func shutDown() {
        shutdown(descriptor, CInt(SHUT_RDWR))
    }

    func ask(_ order: [UInt8], longest: Int) -> [UInt8] {
        var done = 0
        while done < order.count {
            let sent = order.withUnsafeBytes {
                send(descriptor, $0.baseAddress?.advanced(by: done), $0.count - done, CInt(MSG_NOSIGNAL))
            }
            if sent < 0, errno == EINTR { continue }
            guard sent > 0 else { return [] }
            done += sent
        }
        shutdown(descriptor, CInt(SHUT_WR))
        return FileDescriptor(rawValue: descriptor).bytes(atMost: longest)
    }
}
