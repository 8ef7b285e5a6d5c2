package import HTTPSupport
package import Hummingbird
import Primitives

/// The way from a signed-in browser to a phone.
package enum ConnectionRoutes {
    /// - Parameters:
    ///   - origin: the server's own address as clients reach it.
    ///   - qrCode: draws a text as an SVG picture.
    @TableBuilder<Endpoint>
    package static func endpoints(
        origin: @escaping @Sendable (Request) -> String, qrCode: @escaping @Sendable (String) -> String?
    ) -> [Endpoint] {
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
