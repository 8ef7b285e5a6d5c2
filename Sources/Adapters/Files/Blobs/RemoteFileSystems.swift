import Glibc
import Synchronization

/// Tells file systems whose calls may wait for another machine, or for another process, from those of this machine's disks.
package enum RemoteFileSystems {
    private static let types = ["nfs", "cifs", "smb", "fuse", "9p", "ceph", "afs", "lustre", "gfs", "ocfs", "virtiofs"]
    private static let known = Mutex<[UInt64: Bool]>([:])

    /// - Parameter device: as fstat(2) tells it.
    package static func hold(device: UInt64) -> Bool {
        if let isRemote = known.withLock({ $0[device] }) { return isRemote }
        // The parts of a number as makedev(3) puts them together.
        let major = (device >> 8) & 0xfff | (device >> 32) & ~0xfff
        let minor = device & 0xff | (device >> 12) & 0xffff_ff00
        let number = "\(major):\(minor)"
        let isRemote = devices(in: mounts()).contains(number)
        known.withLock { $0[device] = isRemote }
        return isRemote
    }

    /// The numbers `MAJOR:MINOR` of those in the text of `/proc/self/mountinfo`: see proc(5).
    static func devices(in mounts: String) -> Set<String> {
        var found: Set<String> = []
        for line in mounts.split(separator: "\n") {
            let fields = line.split(separator: " ")
            guard fields.count > 2, let dash = fields.firstIndex(of: "-"), dash + 1 < fields.count else { continue }
            let type = fields[dash + 1]
            if types.contains(where: type.hasPrefix), type != "fusectl" { found.insert(String(fields[2])) }
        }
        return found
    }

    private static func mounts() -> String {
        guard let file = fopen("/proc/self/mountinfo", "re") else { return "" }
        defer { fclose(file) }
        var text: [UInt8] = []
        withUnsafeTemporaryAllocation(byteCount: 16 * 1024, alignment: 1) { buffer in
            while case let count = fread(buffer.baseAddress, 1, buffer.count, file), count > 0 {
                text.append(contentsOf: buffer[..<count])
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
