import CLinux
import Catalog
import Crypto
import Glibc
import Submissions

/// The process that puts one file into a library, and the only part of Rondo that writes there. It reads its order from standard input, gives up
/// everything but reading the quarantine and making files below that one library, and answers on standard output.
package enum MoverProcess {
    /// What makes the gateway's program call `run`.
    package static let argument = "library-mover"
    private static let memory: UInt64 = 512 << 20
    private static let longestOrder = 16 * 1024

    /// To be called first thing in `main`, before there are other threads.
    package static func run() -> Never {
        _ = rondo_die_with_parent(SIGKILL, 0)
        guard getppid() != 1 else { exit(2) }
        _ = rondo_close_from(3)
        umask(0o022)
        let input = everything()
        guard let order = input.withUnsafeBytes({ try? MoveOrder(decoding: $0) }),
            let quarantine = LibraryFolder(order.quarantine)
        else { exit(2) }
        guard let root = LibraryFolder(order.root) else { answer(.failed("The library's folder cannot be opened.")) }
        guard confine(from: quarantine.descriptor, to: root.descriptor, size: UInt64(order.size)) else { exit(3) }
        answer(FileMove(order, from: quarantine.descriptor, to: root.descriptor).run())
    }

    /// False when the kernel knows how to confine the process and yet refused.
    package static func confine(from: CInt, to: CInt, size: UInt64) -> Bool {
        guard rondo_limit_address_space(memory) == 0, rondo_limit_file_size(size) == 0,
            rondo_limit_open_files(64) == 0, rondo_limit_core_size(0) == 0, rondo_no_new_privileges() == 0
        else { return false }
        let restricted = rondo_restrict_to_moving(from, to)
        let denied = rondo_deny_network_but_move()
        return restricted >= 0 && (denied == 0 || denied == -ENOSYS)
    }

    private static func everything() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: longestOrder)
        var filled = 0
        while filled < bytes.count {
            let got = bytes.withUnsafeMutableBytes { read(0, $0.baseAddress?.advanced(by: filled), $0.count - filled) }
            if got < 0, errno == EINTR { continue }
            guard got > 0 else { break }
            filled += got
        }
        return Array(bytes.prefix(filled))
    }

    private static func answer(_ outcome: MoveOutcome) -> Never {
        let text = MoveReply.text(outcome)
        _ = Array(text.utf8).withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
        exit(0)
    }
}
