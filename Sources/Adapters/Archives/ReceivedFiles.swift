import Files
import Foundation
import Glibc
package import NIOPosix
package import Portability
import Primitives
import SystemPackage

/// A folder for uploads, emptied whenever the server starts. File names are made here, so that no name from a client
/// becomes a path.
package struct ReceivedFiles: ImportFolder {
    private let folder: String
    private let reserve: Int64
    private let pool: NIOThreadPool

    /// Makes and empties the folder.
    ///
    /// - Parameter reserve: the bytes of the disk that stay free.
    package init(folder: String, reserve: Int64, pool: NIOThreadPool) throws {
        self.folder = folder
        self.reserve = reserve
        self.pool = pool
        do {
            try? FileManager.default.removeItem(atPath: folder)
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw DomainError(.unavailable, "The folder \(folder) cannot be made")
        }
    }

    package func begin() async throws -> any ImportUpload {
        let name = UUID().uuidString.lowercased()
        return try await pool.runIfActive { [folder, reserve, pool] in
            let descriptor = Glibc.open(folder + "/" + name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw Self.failure(errno) }
            return ReceivedFile(name: name, descriptor: descriptor, reserve: reserve, pool: pool)
        }
    }

    package func bytes(of file: String, from offset: Int64, count: Int) async throws -> [UInt8] {
        try await pool.runIfActive { [folder] in
            let descriptor = Glibc.open(folder + "/" + file, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw Self.failure(errno) }
            defer { Glibc.close(descriptor) }
            do {
                return try [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
                    let bytes = UnsafeMutableRawBufferPointer(buffer)
                    while done < count {
                        let got = try FileDescriptor(rawValue: descriptor).read(
                            fromAbsoluteOffset: offset + Int64(done), into: .init(rebasing: bytes[done...]))
                        if got == 0 { break }
                        done += got
                    }
                }
            } catch let error as Errno {
                throw Self.failure(error.rawValue)
            }
        }
    }

    package func remove(_ file: String) async {
        _ = try? await pool.runIfActive { [folder] in unlink(folder + "/" + file) }
    }

    static func failure(_ code: CInt) -> DomainError {
        code == ENOSPC || code == EDQUOT
            ? DomainError(.storageFull, "There is no room left to store the file")
            : DomainError(.unavailable, "The file cannot be stored: \(String(cString: strerror(code)))")
    }
}

/// A file that is being received. Its bytes are written in order, and each write is awaited.
final class ReceivedFile: ImportUpload {
    let name: String
    private let descriptor: CInt
    private let reserve: Int64
    private let pool: NIOThreadPool

    /// - Parameter reserve: the bytes of the disk that stay free.
    init(name: String, descriptor: CInt, reserve: Int64, pool: NIOThreadPool) {
        self.name = name
        self.descriptor = descriptor
        self.reserve = reserve
        self.pool = pool
    }

    deinit {
        Glibc.close(descriptor)
    }

    func append(_ bytes: [UInt8]) async throws {
        try await pool.runIfActive { [descriptor, reserve] in
            // Asked before each write, because others write to the same disk.
            guard let free = FreeDiskSpace.free(descriptor) else { throw ReceivedFiles.failure(errno) }
            guard free - Int64(bytes.count) >= reserve else { throw ReceivedFiles.failure(ENOSPC) }
            do {
                try FileDescriptor(rawValue: descriptor).writeAll(bytes)
            } catch let error as Errno {
                throw ReceivedFiles.failure(error.rawValue)
            }
        }
    }
}
