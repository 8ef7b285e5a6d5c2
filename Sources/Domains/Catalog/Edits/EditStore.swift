package import Primitives

/// Keeps corrections and their history. Every method is one transaction.
package protocol EditStore: Sendable {
    /// In the order of `tracks`, without those that never were.
    func targets(_ tracks: [ID<Track>]) async throws -> [EditTarget]

    /// Changes the corrections of the tracks in `write`, notes each that differs in the history, and writes the tracks anew with all that
    /// follows, as a scan does. False, with nothing written, when a target is not any more what the write says.
    func apply(
        _ write: EditWrite, _ change: @escaping @Sendable (TrackEdit) throws -> TrackEdit
    ) async throws -> Bool

    /// Newest first.
    func records(of track: ID<Track>, _ page: PageRequest) async throws -> Page<EditRecord>
    func record(_ id: ID<EditRecord>, of track: ID<Track>) async throws -> EditRecord?
    /// Whether another correction takes it back that was not taken back itself.
    func isUndone(_ id: ID<EditRecord>, of track: ID<Track>) async throws -> Bool
}
