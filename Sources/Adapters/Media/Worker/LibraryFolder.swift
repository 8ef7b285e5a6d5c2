import Glibc

/// The folder that a worker reads in, held open for as long as the process lives.
struct LibraryFolder {
    let descriptor: CInt
    /// Absolute, as a C string.
    let path: [CChar]

    /// Nil when it cannot be opened.
    init?(_ path: [UInt8]) {
        self.path = (path + [0]).map { CChar(bitPattern: $0) }
        descriptor = self.path.withUnsafeBufferPointer { path in
            path.baseAddress.map { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) } ?? -1
        }
        guard descriptor >= 0 else { return nil }
    }
}
