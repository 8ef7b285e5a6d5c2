import Catalog
import Journal
import Primitives

/// The steps after an approved file could not be moved to its place: another path, or pending again.
extension SubmissionStore {
    /// Changes the path of a file on its way; false when that path is taken too.
    func retarget(_ id: ID<Submission>, to path: LibraryPath, at instant: Timestamp) async throws -> Bool {
        try await edit { submissions in
            guard let library = try submissions.underway(id)?.library, try !submissions.isTaken(path, of: library)
            else {
                return (nil, false)
            }
            return (Changes<SubmissionWrite>(at: instant, .retarget(id, to: path)), true)
        }
    }

    /// Makes the submission pending again, with the reason why it could not be moved.
    func giveUp(_ id: ID<Submission>, because failure: String, at instant: Timestamp) async throws {
        try await edit { submissions in
            guard let submission = try submissions.underway(id) else { return (nil, ()) }
            var changes = Changes<SubmissionWrite>(at: instant, .giveUp(id, because: failure, at: instant))
            changes.events = SubmissionEvents.events(id, .pending, of: submission.submitter, forModerators: true)
            return (changes, ())
        }
    }
}

extension SubmissionState {
    /// Nil where the submission is not on its way into a library.
    fileprivate func underway(_ id: ID<Submission>) throws -> StoredSubmission? {
        try stored([id]).first { $0.state == .approving }
    }
}
