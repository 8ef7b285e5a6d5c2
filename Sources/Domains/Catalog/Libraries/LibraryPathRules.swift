import Primitives

/// Which folders can be a library.
enum LibraryPathRules {
    /// Throws `conflict` with reason `library_overlaps` when `path` is, holds or lies in one of `taken`. All paths are
    /// canonical.
    static func check(_ path: [UInt8], against taken: [[UInt8]]) throws(DomainError) {
        for other in taken where contains(path, other) || contains(other, path) {
            throw DomainError(
                .conflict, "This folder overlaps \(String(decoding: other, as: UTF8.self))",
                reason: "library_overlaps", field: "path")
        }
    }

    /// Whether `inner` is `outer` or lies in it.
    static func contains(_ outer: [UInt8], _ inner: [UInt8]) -> Bool {
        guard inner.starts(with: outer) else { return false }
        return inner.count == outer.count || outer.last == UInt8(ascii: "/") || inner[outer.count] == UInt8(ascii: "/")
    }
}
