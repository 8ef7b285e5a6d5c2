package import Catalog
package import Fingerprints
package import Primitives

/// Something that is there already, or in the queue, and sounds like what was given: most likely the same recording.
package struct SoundAlike: Sendable, Equatable {
    package enum Subject: Sendable, Hashable {
        case track(ID<Track>)
        case submission(ID<Submission>)
    }

    package let subject: Subject
    package let title: String
    package let artists: [String]
    /// From `SoundMatch.threshold` to 1.
    package let similarity: Double

    package init(_ subject: Subject, title: String, artists: [String], similarity: Double) {
        self.subject = subject
        self.title = title
        self.artists = artists
        self.similarity = similarity
    }
}

/// What a given file sounds like, and what sounded like it when it came.
package struct SubmissionSound: Sendable, Equatable {
    package let fingerprint: Fingerprint
    package let matches: [SoundMatch<SoundAlike.Subject>]

    package init(_ fingerprint: Fingerprint, matches: [SoundMatch<SoundAlike.Subject>]) {
        self.fingerprint = fingerprint
        self.matches = matches
    }
}

/// Finds what sounds like something, in all libraries and in the queue, whoever may see it: the reader of a submission leaves out what its
/// reader may not see.
package protocol SubmissionSounds: Sendable {
    /// - Parameter duration: milliseconds.
    func matches(_ fingerprint: Fingerprint, duration: Int64) async throws -> [SoundMatch<SoundAlike.Subject>]
}
