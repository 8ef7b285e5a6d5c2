/// Compares what must not be found out by how long the comparison takes.
package enum SecretBytes {
    /// In a time that depends on the lengths only.
    package static func areEqual(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Bool {
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
