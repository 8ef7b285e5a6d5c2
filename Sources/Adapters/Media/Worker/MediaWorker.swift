import CLinux
import Catalog
import Glibc
import SystemPackage

/// The process that parses media files for the server, so that a malicious file can harm nothing else.
///
/// It reads frames from descriptor 0, a Unix stream socket, and answers each of them in order. The first frame names
/// the library's folder: the process then gives up all rights except to read below it, and answers that it is ready.
package enum MediaWorker {
    private static let memory: UInt64 = 512 << 20
    private static let secondsPerFile: UInt64 = 20

    /// Serves until the server closes the socket or ends. Must be called first in `main`, before other threads exist.
    package static func run() -> Never {
        _ = rondo_mallopt()
        _ = rondo_die_with_parent(SIGKILL, 0)
        guard getppid() != 1 else { exit(0) }
        signal(SIGPIPE, SIG_IGN)
        _ = rondo_close_from(3)
        var link = WorkerSocket(descriptor: 0)
        guard case .open(let path)? = link.next() else { exit(2) }
        guard let root = LibraryFolder(path) else {
            link.send(.problem(FileProblem(.unreadable, "The library's folder cannot be opened.")))
            exit(0)
        }
        let timer = rondo_processor_timer()
        guard timer >= 0, let confinement = confine(to: root.descriptor) else { exit(3) }
        link.send(.ready(confinement))
        serve(&link, timer, FileReading(root: root), ImageReading(root: root), ArchiveReading(root: root))
    }

    /// Gives up permanently all rights that reading below the open folder `root` does not need. Nil when the kernel
    /// supports confinement and yet refused it.
    package static func confine(to root: CInt) -> Confinement? {
        guard rondo_limit_address_space(memory) == 0, rondo_limit_file_size(0) == 0, rondo_limit_open_files(16) == 0,
            rondo_no_new_privileges() == 0
        else { return nil }
        let parent = getppid()
        let owner = rondo_separate(root, RONDO_SEPARATION_READING, nil)
        guard rondo_die_with_parent(SIGKILL, parent) == 0, rondo_forbid_dumps() == 0 else { return nil }
        let files = withUnsafePointer(to: root) { rondo_restrict_to_reading($0, 1) }
        return Confinement(files: files, calls: rondo_allow_reading_only(), owner: owner)
    }

    private static func serve(
        _ link: inout WorkerSocket, _ timer: CInt, _ reading: FileReading, _ images: ImageReading,
        _ archives: ArchiveReading
    ) -> Never {
        while let request = link.next() {
            _ = rondo_processor_timer_set(timer, secondsPerFile)
            let reply = answer(request, reading, images, archives)
            link.send(reply)
            // A file that exceeded the limits may have leaked memory: a fresh process is cheaper than finding out.
            if case .problem(let problem) = reply, problem.reason == .tooLarge { exit(0) }
        }
        exit(0)
    }

    private static func answer(
        _ request: WorkerRequest, _ reading: FileReading, _ images: ImageReading, _ archives: ArchiveReading
    ) -> WorkerReply {
        do throws(FileProblem) {
            switch request {
            case .open: return .problem(FileProblem(.corrupt, "A worker has one root."))
            case .readTags(let path): return .file(try reading.readTags(path))
            case .embeddedCover(let path): return try reading.embeddedCover(path).map(WorkerReply.bytes) ?? .nothing
            case .sidecarImage(let path): return try reading.sidecarImage(path).map(WorkerReply.bytes) ?? .nothing
            case .sidecarText(let path): return try reading.sidecarText(path).map(WorkerReply.bytes) ?? .nothing
            case .describeImage(let path): return .image(try images.facts(path))
            case .renderImage(let path, let output): return .bytes(try images.render(path, output))
            case .archiveEntries(let path): return .bytes(try archives.entries(path))
            case .archiveBytes(let path, let entry, let offset, let count):
                return try archives.bytes(path, of: entry, from: offset, count: count).map(WorkerReply.bytes)
                    ?? .nothing
            case .draw(let seed, let output): return .bytes(try images.draw(seed, output))
            }
        } catch {
            return .problem(error)
        }
    }
}

/// The worker's end of the socket: whole frames in, whole frames out, blocking.
struct WorkerSocket {
    private let descriptor: CInt
    private var buffer = [UInt8](repeating: 0, count: 4 * WorkerRequest.frameLimit)
    private var filled = 0
    private var taken = 0

    init(descriptor: CInt) {
        self.descriptor = descriptor
    }

    /// The next request; nil when the server has closed the socket or sent an invalid frame.
    mutating func next() -> WorkerRequest? {
        while true {
            if filled - taken >= 4 {
                var length = 0
                for index in 0..<4 { length |= Int(buffer[taken + index]) << (8 * index) }
                guard length <= WorkerRequest.frameLimit else { return nil }
                if filled - taken - 4 >= length {
                    let body = (taken + 4)..<(taken + 4 + length)
                    taken = body.upperBound
                    return buffer.withUnsafeBytes {
                        try? WorkerRequest(decoding: UnsafeRawBufferPointer(rebasing: $0[body]))
                    }
                }
            }
            guard fill() else { return nil }
        }
    }

    /// Writes the answer before the next file is begun, so that the server knows which file a crash belongs to.
    func send(_ reply: WorkerReply) {
        var frame = reply.frame()
        if frame.count - 4 > WorkerReply.frameLimit {
            frame = WorkerReply.problem(FileProblem(.tooLarge, "The tags are too large to read.")).frame()
        }
        do {
            try FileDescriptor(rawValue: descriptor).writeAll(frame)
        } catch {
            // The server no longer reads.
            exit(0)
        }
    }

    private mutating func fill() -> Bool {
        if taken > 0 {
            buffer.withUnsafeMutableBytes { bytes in
                guard let start = bytes.baseAddress else { return }
                memmove(start, start.advanced(by: taken), filled - taken)
            }
            filled -= taken
            taken = 0
        }
        let got = buffer.withUnsafeMutableBytes { bytes in
            try? FileDescriptor(rawValue: descriptor).read(into: .init(rebasing: bytes[filled...]))
        }
        guard let got, got > 0 else { return false }
        filled += got
        return true
    }
}
