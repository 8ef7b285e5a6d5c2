/// Who uploaded which image. An image that a scan has found has no owner.
package protocol BlobOwners: Sendable {
    /// Notes that `person` uploaded the image last.
    func note(_ person: ID<Person>, of key: BlobKey) async throws
    /// The owners of those of `keys` that have one: an account's id, or an empty text where the account is gone.
    func owners(of keys: [BlobKey]) async throws -> [BlobKey: String]
    func forget(_ keys: [BlobKey]) async throws
}
