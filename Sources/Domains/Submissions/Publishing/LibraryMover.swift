/// The one thing that writes into libraries: puts a file from the quarantine at its place.
package protocol LibraryMover: Sendable {
    /// Copies the file, checks that it is the one that was looked through, and gives it its name in one step, durably. Nothing that is there is
    /// ever written over. The given file stays where it is. To do it again after having been killed does no harm.
    func move(_ publication: Publication, from quarantine: [UInt8]) async throws -> MoveOutcome
}

package enum MoveOutcome: Sendable, Equatable {
    case moved
    /// The very same file is at its place already: an earlier move was cut off after it had worked.
    case wasThere
    /// Something else is there.
    case taken
    /// It cannot be done, and trying again will not help: the sentence is for moderators.
    case failed(String)
    /// Nothing is known: the mover could not be started or was killed.
    case unavailable
}
