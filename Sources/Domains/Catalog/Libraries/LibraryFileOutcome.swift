/// The outcome of moving, writing or removing a file in a library's folder. Only a separate process does that.
package enum LibraryFileOutcome: Sendable, Equatable {
    /// The file is as it should be.
    case done
    /// Another file is at its place.
    case taken
    /// The file, or the folder that it belongs into, is not there.
    case gone
    /// It failed. The text is a sentence for moderators and admins.
    case failed(String)
    /// The outcome is unknown: the process could not be started or was killed.
    case unavailable
}
