package import Accounts
import HTTPTypes
import Hummingbird
package import Primitives

/// One row of this surface's endpoint table.
package struct SubsonicEndpoint: Sendable {
    package enum Access: Sendable, Equatable {
        /// With a key or without.
        case anyone
        /// With a key for this purpose, of somebody whose role has the permission.
        case requires(DeviceKeyScope, Permission)
        /// Answered to anybody with a key that nobody may: what this server has no such thing for.
        case nobody
    }

    enum Handler: Sendable {
        case reply(@Sendable (SubsonicCall) async throws -> Reply)
        /// Bytes. Errors are in the requested format all the same.
        case media(@Sendable (SubsonicCall) async throws -> Response)
        /// Bytes. Errors are in the requested format, and have HTTP status codes of their own.
        case plain(@Sendable (SubsonicCall) async throws -> Response)
    }

    /// As in the address, without `.view`.
    package let name: String
    package let access: Access
    /// The body is the endpoint's own and no form.
    let takesBody: Bool
    /// What stands in an address of `PictureAddresses` opens it as a key does.
    let takesPictureProof: Bool
    /// Whether the reply may be compressed: it is long, and holds nothing that opens an account or a share (decision 0041).
    package let isCompressed: Bool
    let handler: Handler

    /// A row that answers with the envelope.
    init(
        _ name: String, _ access: Access, takesBody: Bool = false, compressed isCompressed: Bool = false,
        _ handler: @escaping @Sendable (SubsonicCall) async throws -> Reply
    ) {
        self.name = name
        self.access = access
        self.takesBody = takesBody
        takesPictureProof = false
        self.isCompressed = isCompressed
        self.handler = .reply(handler)
    }

    /// A row that answers with bytes.
    init(
        media name: String, _ access: Access, takesPictureProof: Bool = false,
        _ handler: @escaping @Sendable (SubsonicCall) async throws -> Response
    ) {
        self.name = name
        self.access = access
        takesBody = false
        self.takesPictureProof = takesPictureProof
        isCompressed = false
        self.handler = .media(handler)
    }

    /// A row that answers with bytes, and whose errors have HTTP status codes of their own.
    init(
        plain name: String, _ access: Access, _ handler: @escaping @Sendable (SubsonicCall) async throws -> Response
    ) {
        self.name = name
        self.access = access
        takesBody = false
        takesPictureProof = false
        isCompressed = false
        self.handler = .plain(handler)
    }

    var answersByStatus: Bool {
        if case .plain = handler { true } else { false }
    }
}
