package import HTTPSupport
package import Hummingbird
import Primitives

/// The way from a signed-in browser to a phone.
package struct ConnectionRoutes: Sendable {
    /// The server's own address as clients reach it.
    private let origin: @Sendable (Request) -> String
    private let qrCode: @Sendable (String) -> String?

    /// - Parameter qrCode: draws a text as an SVG picture.
    package init(origin: @escaping @Sendable (Request) -> String, qrCode: @escaping @Sendable (String) -> String?) {
        self.origin = origin
        self.qrCode = qrCode
    }

    @TableBuilder<Endpoint> package var endpoints: [Endpoint] {
        Endpoint(
            .get, "/api/v1/me/connection", .requires(.manageOwnAccount), tag: "me",
            "The server's address, and the same as an SVG of a QR code that a phone's camera opens",
            reply: ConnectionBody.self, capacity: 8 * 1024
        ) { request, _ in
            let server = origin(request)
            return ConnectionBody(server: server, qrCode: qrCode(server))
        }
    }
}

struct ConnectionBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("server") { $0.server }
        Field("qrCode") { $0.qrCode }
    }

    let server: String
    let qrCode: String?
}
