import CLinux
import Catalog
import Glibc
import SystemPackage

/// A regular file below a library's folder, open for reading.
struct OpenMediaFile: ~Copyable {
    static let missing = "The file no longer exists."

    let descriptor: CInt
    /// The size in bytes, more than 0.
    let size: Int64

    /// Opens a file. Links are followed if they end below `root`.
    init(_ path: [UInt8], below root: LibraryFolder) throws(FileProblem) {
        // Without O_NONBLOCK opening a pipe would wait.
        let flags = O_RDONLY | O_NONBLOCK
        let opened = (path + [0]).withUnsafeBytes { bytes -> CInt in
            let path = bytes.bindMemory(to: CChar.self).baseAddress
            return root.path.withUnsafeBufferPointer { rondo_open_inside(root.descriptor, $0.baseAddress, path, flags) }
        }
        guard opened >= 0 else { throw Self.problem(errno: -opened) }
        var status = stat()
        guard fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(opened)
            throw FileProblem(.unsupported, "It is not a regular file.")
        }
        guard status.st_size > 0 else {
            close(opened)
            throw FileProblem(.empty, "The file is empty.")
        }
        descriptor = opened
        size = Int64(status.st_size)
    }

    deinit {
        close(descriptor)
    }

    /// Up to `count` bytes at `offset`; fewer at the end.
    func read(at offset: Int64, count: Int) throws(FileProblem) -> [UInt8] {
        let file = FileDescriptor(rawValue: descriptor)
        do {
            return try [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
                while done < count {
                    let got = try file.read(
                        fromAbsoluteOffset: offset + Int64(done),
                        into: UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[done...]))
                    if got == 0 { break }
                    done += got
                }
            }
        } catch {
            throw FileProblem(.unreadable, "The disk answered with an error.")
        }
    }

    private static func problem(errno: CInt) -> FileProblem {
        switch errno {
        case EXDEV: FileProblem(.outsideLibrary, "The path leads out of the library's folder.")
        case ELOOP: FileProblem(.unreadable, "Links lead in a circle.")
        case EACCES, EPERM: FileProblem(.unreadable, "The server has no permission to read the file.")
        case ENOENT, ENOTDIR: FileProblem(.unreadable, missing)
        case ENXIO: FileProblem(.unsupported, "It is not a regular file.")
        default: FileProblem(.unreadable, "The file cannot be opened: \(String(cString: strerror(errno))).")
        }
    }
}

/// The folder that a worker reads in. It stays open for as long as the process lives.
struct LibraryFolder {
    let descriptor: CInt
    /// The absolute path, as a C string.
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

/// The size limit of pictures.
enum PictureLimit {
    static let bytes = 20 * 1024 * 1024
}
