import Accounts
import Primitives
import Testing

/// An admin, and a script with the admin's token of every scope.
struct TokenScene {
    let fixture: AccountsFixture
    let root: Caller
    let token: IssuedToken
    /// The root user, by that token.
    let script: Caller

    init(_ fixture: AccountsFixture) async throws {
        self.fixture = fixture
        try await fixture.add("root", role: .admin)
        root = try await fixture.enter("root").caller
        token = try await fixture.credentials.createToken(
            label: "script", scopes: Set(AccessScope.allCases), as: root)
        let found = try await fixture.authentication.authenticate(bearerToken: token.text, from: "203.0.113.9")
        script = Caller(try #require(found), from: "203.0.113.9")
    }

    func revoke(keeping: Bool = false) async throws -> RevokedToken {
        try await fixture.credentials.revokeToken(token.token.id, keepingAccounts: keeping, as: root)
    }

    func create(_ name: String, role: Role, as caller: Caller) async throws -> (user: User, caller: Caller) {
        let user = try await fixture.users.create(
            UserDraft(username: name, role: role, password: AccountsFixture.password), as: caller
        ).user
        return (user, try await fixture.enter(name).caller)
    }

    func isDisabled(_ user: User) async throws -> Bool? {
        try await fixture.store.user(user.id)?.disabled
    }

    func kinds() async throws -> [TokenProduct.Kind: Int] {
        let products = try await fixture.credentials.products(of: token.token.id, as: root)
        return Dictionary(products.map { ($0.kind, 1) }, uniquingKeysWith: +)
    }

    func invite() async throws -> String {
        try await fixture.invitations.create(InvitationDraft(label: "a friend"), as: script).token
    }

    func accept(_ token: String, as name: String) async throws -> SignedIn {
        try await fixture.invitations.accept(
            token: token,
            Registration(username: name, displayName: nil, email: nil, password: AccountsFixture.password),
            in: fixture.browser("203.0.113.9"))
    }
}
