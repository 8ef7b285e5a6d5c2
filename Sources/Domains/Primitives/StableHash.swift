/// A number for bytes that is the same in every process, on every machine and in every version (FNV-1a of 64 bits):
/// for seeds and stamps. Anybody can make bytes with the same number.
package struct StableHash: Sendable {
    package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    package init() {}

    /// The hash of the text's UTF-8.
    package init(_ text: String) {
        add(text.utf8)
    }

    /// Continues with further bytes.
    package mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
}
