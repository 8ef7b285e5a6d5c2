/// The number that a drawing for a name is made from: FNV-1a over the name's Unicode scalars, as in the web client, so
/// that an album without a cover looks alike everywhere. http://www.isthe.com/chongo/tech/comp/fnv/
package enum DrawingSeed {
    package static func of(_ name: String) -> UInt32 {
        name.unicodeScalars.reduce(0x811C_9DC5) { ($0 ^ $1.value) &* 0x0100_0193 }
    }
}
