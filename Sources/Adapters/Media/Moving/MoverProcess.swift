import CLinux
import Catalog
import Crypto
import Glibc
import Moderation
import Submissions

/// The process that puts one file into a library or its bin, and the only part of Rondo that writes there. It reads its order from standard
/// input, gives up everything but reading the quarantine and making files below that one library, or moving them there, and answers on
/// standard output.
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
        if let order = input.withUnsafeBytes({ try? MoveJob(decoding: $0) }) { publish(order) }
        if let order = input.withUnsafeBytes({ try? BinJob(decoding: $0) }) { useBin(order) }
        exit(2)
    }

    private static func publish(_ order: MoveJob) -> Never {
        guard let quarantine = LibraryFolder(order.quarantine) else { exit(2) }
        guard let root = LibraryFolder(order.root) else { answer(MoveReply.text(MoveOutcome.failed(unopened))) }
        guard confine(from: quarantine.descriptor, to: root.descriptor, size: UInt64(order.size)) else { exit(3) }
        answer(MoveReply.text(FileMove(order, from: quarantine.descriptor, to: root.descriptor).run()))
    }

    private static func useBin(_ order: BinJob) -> Never {
        guard let root = LibraryFolder(order.root) else { answer(MoveReply.text(BinOutcome.failed(unopened))) }
        guard confine(to: root.descriptor, size: 0, { rondo_restrict_to_rearranging(root.descriptor) }) else { exit(3) }
        answer(MoveReply.text(FileBin(order, in: root.descriptor).run()))
    }

    private static let unopened = "The library's folder cannot be opened."

    /// False when the kernel knows how to confine the process and yet refused.
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

    private static func answer(_ text: String) -> Never {
        _ = Array(text.utf8).withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
        exit(0)
    }
}
