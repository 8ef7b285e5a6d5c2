import Catalog
import Glibc

/// The worker's end of the line: whole frames in, whole frames out, blocking.
struct WorkerSocket {
    private let descriptor: CInt
    private var buffer = [UInt8](repeating: 0, count: 4 * WorkerRequest.frameLimit)
    private var filled = 0
    private var taken = 0

    init(descriptor: CInt) {
        self.descriptor = descriptor
    }

    /// The next request; nil when the server has closed the line or says what is none.
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

    /// Writes before the next file is begun, so that the server knows which file a crash belongs to.
    func send(_ reply: WorkerReply) {
        var frame = reply.frame()
        if frame.count - 4 > WorkerReply.frameLimit {
            frame = WorkerReply.problem(FileProblem(.tooLarge, "The tags are too large to read.")).frame()
        }
        var done = 0
        frame.withUnsafeBytes { bytes in
            while done < bytes.count {
                let sent = write(descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done)
                if sent < 0, errno == EINTR { continue }
                // Nobody listens any more.
                guard sent > 0 else { exit(0) }
                done += sent
            }
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
        while true {
            let got = buffer.withUnsafeMutableBytes { bytes in
                Glibc.read(descriptor, bytes.baseAddress?.advanced(by: filled), bytes.count - filled)
            }
            if got < 0, errno == EINTR { continue }
            guard got > 0 else { return false }
            filled += got
            return true
        }
    }
}
