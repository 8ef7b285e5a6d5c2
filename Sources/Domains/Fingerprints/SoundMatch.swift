/// Something that sounds like what was asked about.
package struct SoundMatch<Subject: Sendable & Equatable>: Sendable, Equatable {
    /// From this on two recordings are taken to be the same. Copies of one recording at 48 kbit/s still have 0.9; other recordings of the
    /// same piece stay below 0.4.
    package static var threshold: Double { 0.6 }
    /// Recordings whose lengths differ by more milliseconds are not compared.
    package static var lengthTolerance: Int64 { 7000 }

    package let subject: Subject
    /// From `threshold` to 1.
    package let similarity: Double

    package init(subject: Subject, similarity: Double) {
        self.subject = subject
        self.similarity = similarity
    }
}
