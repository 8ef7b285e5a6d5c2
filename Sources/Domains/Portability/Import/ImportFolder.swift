/// The files that people have sent, under names of the gateway's making.
package protocol ImportFolder: Sendable {
    func begin() async throws -> any ImportUpload

    /// Up to `count` bytes; fewer at the end.
    func bytes(of file: String, from offset: Int64, count: Int) async throws -> [UInt8]

    func remove(_ file: String) async
}
