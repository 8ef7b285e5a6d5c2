import Foundation

/// A file system of a few megabytes that is visible only to processes started through it: a tmpfs in its own mount
/// namespace. It needs no privileges if the kernel allows user namespaces. It exists as long as this object.
package final class SmallDisk: Sendable {
    private let holder: ChildProcess
    private let lifeline: PrivatePipe
    private let mountPoint: String

    /// Whether this machine allows to make one.
    package static let isAvailable: Bool = {
        guard let folder = try? TemporaryFolder() else { return false }
        return (try? SmallDisk(megabytes: 1, at: folder.path + "/disk")) != nil
    }()

    /// - Parameter mountPoint: created if missing. From outside it stays empty.
    package init(megabytes: Int, at mountPoint: String) throws {
        try FileManager.default.createDirectory(atPath: mountPoint, withIntermediateDirectories: true)
        let output = try PrivatePipe()
        lifeline = try PrivatePipe()
        let process = try ChildProcess(
            [
                "/usr/bin/unshare", "--map-root-user", "--mount", "/bin/sh", "-c",
                "mount -t tmpfs -o size=\(megabytes)m tmpfs \"$0\" && echo mounted && read -r line", mountPoint,
            ], input: lifeline.readEnd, output: output.writeEnd)
        output.closeWriteEnd()
        var said = [UInt8](repeating: 0, count: 16)
        let count = read(output.readEnd, &said, said.count)
        guard count > 0, said.prefix(count).elementsEqual("mounted\n".utf8) else { throw Unavailable() }
        (holder, self.mountPoint) = (process, mountPoint)
    }

    deinit {
        lifeline.closeWriteEnd()
        holder.waitUntilEnded()
    }

    package struct Unavailable: Error {}

    /// The command prefix that starts a program with a view of this file system.
    package var entrance: [String] {
        ["/usr/bin/nsenter", "--preserve-credentials", "--user", "--mount", "--target", "\(holder.processIdentifier)"]
    }

    /// Its root folder as seen by this process.
    package var path: String { "/proc/\(holder.processIdentifier)/root" + mountPoint }

    /// Writes a file until no byte is free any more.
    package func fill() throws {
        let file = open(path + "/ballast", O_WRONLY | O_CREAT | O_APPEND, 0o600)
        guard file >= 0 else { throw Unavailable() }
        defer { close(file) }
        let block = [UInt8](repeating: 0, count: 64 * 1024)
        for size in [block.count, 4096, 1] {
            while write(file, block, size) > 0 {}
        }
        guard errno == ENOSPC else { throw Unavailable() }
    }

    package func makeRoom() {
        unlink(path + "/ballast")
    }
}
