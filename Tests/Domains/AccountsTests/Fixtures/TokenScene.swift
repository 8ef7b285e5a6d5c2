import Accounts
import Primitives
import Testing

/// An admin, and a script with the admin's token of every scope.
struct TokenScene {
    let gateway: Gateway
    let root: Caller
    let token: IssuedToken
    /// The root user, by that token.
    let script: Caller

    init(_ gateway: Gateway) async throws {
        self.gateway = gateway
        try await gateway.add("root", role: .admin)
        root = try await gateway.enter("root").caller
        token = try await gateway.credentials.createToken(
            label: "script", scopes: Set(AccessScope.allCases), as: root)
        let found = try await gateway.authentication.authenticate(bearerToken: token.text, from: "203.0.113.9")
        script = Caller(try #require(found), from: "203.0.113.9")
    }

    func revoke(keeping: Bool = false) async throws -> RevokedToken {
        try await gateway.credentials.revokeToken(token.token.id, keepingAccounts: keeping, as: root)
    }

    func create(_ name: String, role: Role, as caller: Caller) async throws -> (user: User, caller: Caller) {
        let user = try await gateway.users.create(
            UserDraft(username: name, role: role, password: Gateway.password), as: caller
        ).user
        return (user, try await gateway.enter(name).caller)
    }

    func isDisabled(_ user: User) async throws -> Bool? {
        try await gateway.store.user(user.id)?.disabled
    }

    func kinds() async throws -> [TokenProduct.Kind: Int] {
        let products = try await gateway.credentials.products(of: token.token.id, as: root)
        return Dictionary(products.map { ($0.kind, 1) }, uniquingKeysWith: +)
    }

    func invite() async throws -> String {
        try await gateway.invitations.create(InvitationDraft(label: "a friend"), as: script).token
    }

    func accept(_ token: String, as name: String) async throws -> SignedIn {
        try await gateway.invitations.accept(
            token: token,
            Registration(username: name, displayName: nil, email: nil, password: Gateway.password),
            in: gateway.browser("203.0.113.9"))
    }
}
