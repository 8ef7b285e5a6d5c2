package import Primitives

/// What a request proved its person with.
package enum Credential: Sendable, Hashable {
    case session(ID<Session>)
    case token(ID<AccessToken>)
    case deviceKey(ID<DeviceKey>)
}
