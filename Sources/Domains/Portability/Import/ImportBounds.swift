/// What one import may cost, however small the file is that it came in.
package struct ImportBounds: Sendable {
    /// Of what is read, unpacked.
    package var bytes: Int64 = 2 << 30
    /// With what is unreadable.
    package var items = 5_000_000
    package var pictures = 50_000
    /// For looking through, and again for taking in.
    package var time = Duration.seconds(1800)

    package init() {}
}
