/// A number of bytes, as sentences for people say it.
package struct ByteCount: Sendable, CustomStringConvertible {
    private let bytes: Int64

    package init(_ bytes: Int64) {
        self.bytes = bytes
    }

    /// In decimal units, as plans count, with one place behind the point that is never rounded up: `12.5 MB`, `999 bytes`.
    package var description: String {
        let units: [(Int64, String)] = [(1_000_000_000, "GB"), (1_000_000, "MB"), (1_000, "kB")]
        guard let (unit, name) = units.first(where: { bytes >= $0.0 }) else {
            return bytes == 1 ? "1 byte" : "\(bytes) bytes"
        }
        let (whole, tenth) = (bytes / unit, bytes % unit * 10 / unit)
        return tenth == 0 ? "\(whole) \(name)" : "\(whole).\(tenth) \(name)"
    }
}
