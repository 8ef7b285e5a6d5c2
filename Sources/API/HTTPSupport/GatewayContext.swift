package import Accounts
package import Hummingbird
package import NIOCore
package import Primitives

/// The context of a request, for handlers.
package struct GatewayContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// The connection, or the HTTP/2 stream, of the response.
    package let channel: any Channel
    /// The signed-in user, set once the endpoint's access rule has been checked.
    package var authenticated: Authenticated?
    /// The origin by the fields of trusted proxies; nil where there are none.
    var resolved: RequestOrigin?

    package init(source: Source) {
        coreContext = .init(source: source)
        channel = source.channel
    }

    /// The client. Fields that say who it is are believed from trusted proxies alone.
    package var origin: RequestOrigin {
        resolved ?? RequestOrigin(address: channel.remoteAddress?.ipAddress ?? "unknown")
    }

    /// The client's IP address as text.
    package var remoteAddress: String { origin.address }

    /// Whether the channel is one stream of an HTTP/2 connection.
    package var isMultiplexed: Bool {
        channel.parent?.parent != nil
    }

    /// The signed-in user and their credential. Throws `unauthenticated` when the endpoint is open to everybody and
    /// nobody is signed in.
    package func signedIn() throws(DomainError) -> Authenticated {
        guard let authenticated else { throw DomainError.signedOut }
        return authenticated
    }

    /// The signed-in user and the client's address.
    package func caller() throws(DomainError) -> Caller {
        Caller(try signedIn(), from: remoteAddress)
    }

    package func principal() throws(DomainError) -> Principal {
        try signedIn().principal
    }

    /// A path parameter that is an identifier. A text that cannot be one is `notFound` rather than `invalid`.
    package func id<Entity>(_ name: String, of entity: Entity.Type = Entity.self) throws(DomainError) -> ID<Entity> {
        guard let text = parameters.get(name), (1...64).contains(text.utf8.count),
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { throw .notFound("There is nothing with this id") }
        return ID(text)
    }
}
