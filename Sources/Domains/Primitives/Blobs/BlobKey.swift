/// The name of a stored image: the SHA-256 of its bytes in lowercase hex, so that equal images are stored once.
package struct BlobKey: Hashable, Sendable {
    package let hex: String

    /// Nil unless `hex` is 64 lowercase hexadecimal digits.
    package init?(hex: String) {
        guard hex.utf8.count == 64,
            hex.utf8.allSatisfy({
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
            })
        else { return nil }
        self.hex = hex
    }
}
