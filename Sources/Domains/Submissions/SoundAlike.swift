package import Catalog
package import Fingerprints
package import Primitives

/// A track of the library or a submission in the queue that sounds like a submitted file: most likely the same
/// recording.
package struct SoundAlike: Sendable, Equatable {
    package enum Subject: Sendable, Hashable {
        case track(ID<Track>)
        case submission(ID<Submission>)
    }

    /// The most matches that are shown for one submission.
    package static let mostShown = 5

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

/// The fingerprint of a submitted file, with the matches at the time of its submission.
package struct SubmissionSound: Sendable, Equatable {
    /// The most matches of each kind that are stored.
    package static let mostMatches = 20

    package let fingerprint: Fingerprint
    package let matches: [SoundMatch<SoundAlike.Subject>]
}

/// Finds similar sounds in all libraries and in the queue, regardless of access. The code that reads a submission
/// leaves out the matches that its reader may not see.
package protocol SubmissionSounds: Sendable {
    /// - Parameters:
    ///   - duration: in milliseconds.
    ///   - limit: the largest number of tracks, and of submissions.
    func matches(
        _ fingerprint: Fingerprint, duration: Int64, limit: Int
    ) async throws -> [SoundMatch<SoundAlike.Subject>]
}
