/// Begins archives.
package protocol ArchiveMaker: Sendable {
    func make() throws -> any ArchiveDraft
}
