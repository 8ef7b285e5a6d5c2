package import Hummingbird
package import NIOCore
package import Primitives

/// What handlers know of a request beside the request itself.
package struct GatewayContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// The connection, or the HTTP/2 stream, that the answer goes out on.
    package let channel: any Channel
    /// Who asks, once the endpoint's access rule has been checked.
    package var caller: Caller?

    package init(source: Source) {
        coreContext = .init(source: source)
        channel = source.channel
    }

    /// The peer's IP address as text; `unknown` in tests without a socket. Forwarded-For fields are not believed.
    package var remoteAddress: String {
        channel.remoteAddress?.ipAddress ?? "unknown"
    }

    /// Whether the channel is one stream of an HTTP/2 connection.
    package var isMultiplexed: Bool {
        channel.parent?.parent != nil
    }

    /// Who is signed in; throws `unauthenticated` when the endpoint is open to everybody and nobody is.
    package func principal() throws(DomainError) -> Principal {
        guard let caller else { throw DomainError(.unauthenticated, "Sign in first") }
        return caller.principal
    }

    /// A path parameter that is an identifier. What cannot be one is not found rather than invalid.
    package func id<Entity>(_ name: String, of entity: Entity.Type = Entity.self) throws(DomainError) -> ID<Entity> {
        guard let text = parameters.get(name), (1...64).contains(text.utf8.count),
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { throw .notFound("There is nothing with this id") }
        return ID(text)
    }
}

/// A principal together with how it proved itself.
package struct Caller: Sendable, Equatable {
    package enum Proof: Sendable, Equatable {
        /// A browser sends it by itself, so that other sites can cause requests that carry it.
        case cookie
        case bearerToken
    }

    package let principal: Principal
    package let proof: Proof

    package init(principal: Principal, proof: Proof) {
        self.principal = principal
        self.proof = proof
    }
}
