import CLinux
import Foundation
import Glibc
package import Primitives

/// Files that only the server's own user may read: keys, the pepper, the setup link.
package enum PrivateFile {
    /// Writes `bytes` to `path` with mode 0600, whole or not at all, and synced to the disk. An existing file is
    /// replaced.
    package static func write(_ bytes: some Collection<UInt8>, to path: String) throws(DomainError) {
        let temporary = path + ".new"
        unlink(temporary)
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure("write", path) }
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else {
                close(descriptor)
                unlink(temporary)
                throw failure("write", path)
            }
            rest = rest.dropFirst(count)
        }
        let synced = fsync(descriptor) == 0
        close(descriptor)
        guard synced, rename(temporary, path) == 0 else {
            unlink(temporary)
            throw failure("write", path)
        }
    }

    /// Throws where users other than the file's owner and group may read or change it; the error names the remedy. A
    /// missing file, or something else than a file, is accepted here; its reader handles it.
    package static func requirePrivate(_ path: String, what: String, field: String) throws(DomainError) {
        guard let mode = mode(of: path), mode & 0o007 != 0 else { return }
        throw DomainError.invalid(
            "\(what) \(path) can be read by everybody on this machine; make it private: chmod 600 \(path)", field: field
        )
    }

    /// Removes the right to read and change a key from everybody but its owner, and from its group where `ofGroup` says
    /// so. A missing file is accepted here; its reader handles it. Throws where the rights cannot be changed.
    ///
    /// - Returns: whether a change was necessary: other users may have read the key.
    package static func makePrivate(_ path: String, ofGroup: Bool) throws(DomainError) -> Bool {
        let others: mode_t = ofGroup ? 0o077 : 0o007
        guard let mode = mode(of: path), mode & others != 0 else { return false }
        guard chmod(path, mode & ~others) == 0 else {
            throw DomainError(
                .unavailable, "The key \(path) can be read by others; make it private: chmod 600 \(path)",
                reason: "key_not_private")
        }
        return true
    }

    /// The file's content, at most 1 MiB; nil when there is no such file.
    package static func read(_ path: String) throws(DomainError) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw failure("read", path)
        }
        defer { close(descriptor) }
        var content: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while content.count <= 1 << 20 {
            let count = buffer.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
            guard count >= 0 else { throw failure("read", path) }
            if count == 0 { return content }
            content.append(contentsOf: buffer[..<count])
        }
        throw DomainError(.tooLarge, "\(path) is larger than a key or certificate can be")
    }

    /// The mode of a regular file; nil of anything else.
    private static func mode(of path: String) -> mode_t? {
        let mode = rondo_file_mode(path)
        return mode >= 0 ? mode_t(mode) : nil
    }

    private static func failure(_ verb: String, _ path: String) -> DomainError {
        let code: DomainError.Code = errno == ENOSPC ? .storageFull : .unavailable
        return DomainError(code, "Cannot \(verb) \(path): \(String(cString: strerror(errno)))")
    }
}
