package import Primitives
import CLinux
import Glibc
import SystemPackage

/// A regular file that stays open by its descriptor.
package final class DescriptorFile: ReadableFile {
    package let size: Int64
    package let modifiedNanoseconds: Int64
    package let device: UInt64
    private let descriptor: Int32
    /// Whether even fstat(2) may wait for another machine.
    private let isRemote: Bool

    /// Takes over `descriptor`. Nil unless it is a regular file; then the descriptor is closed at once.
    package init?(taking descriptor: Int32) {
        guard let (size, modified, device, _) = Self.status(descriptor) else {
            close(descriptor)
            return nil
        }
        self.descriptor = descriptor
        self.size = size
        modifiedNanoseconds = modified
        self.device = device
        isRemote = RemoteFileSystems.contains(device: device)
    }

    deinit {
        close(descriptor)
    }

    package var hasChanged: Bool { !isRemote && isOther }

    private var isOther: Bool {
        guard let (size, modified, _, _) = Self.status(descriptor) else { return true }
        return size != self.size || modified != modifiedNanoseconds
    }

    /// Whether the file still has a name and is unchanged since it was opened. False for a file on another machine,
    /// which is not asked.
    package var isInPlace: Bool {
        guard !isRemote, let (size, modified, _, names) = Self.status(descriptor) else { return false }
        return names > 0 && size == self.size && modified == modifiedNanoseconds
    }

    package func readIfCached(
        into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
    ) throws(DomainError) -> Int? {
        guard !isRemote else { return nil }
        guard let base = buffer.baseAddress else { return 0 }
        let count = rondo_pread_nowait(descriptor, base, buffer.count, offset)
        switch count {
        case 0...: return count
        case -Int(EAGAIN), -Int(EOPNOTSUPP), -Int(ENOSYS), -Int(EINTR): return nil
        default: throw Self.failure(Int32(-count))
        }
    }

    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(DomainError) -> Int {
        if isRemote, isOther { throw DomainError(.unavailable, "The file has changed") }
        do {
            return try FileDescriptor(rawValue: descriptor).read(fromAbsoluteOffset: offset, into: buffer)
        } catch {
            throw Self.failure((error as? Errno)?.rawValue ?? EIO)
        }
    }

    package func duplicateDescriptor() -> Int32? {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        return copy >= 0 ? copy : nil
    }

    private static func status(_ descriptor: Int32) -> (size: Int64, modified: Int64, device: UInt64, names: Int)? {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        let modified = Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)
        return (Int64(status.st_size), modified, UInt64(status.st_dev), Int(status.st_nlink))
    }

    private static func failure(_ code: Int32) -> DomainError {
        DomainError(.unavailable, "The file cannot be read: \(String(cString: strerror(code)))")
    }
}
