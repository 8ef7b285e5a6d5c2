import HTTPSupport
import HTTPTypes
import Support

/// The scopes of bearer tokens: those that the OpenAPI document requires for each row, and those of the walk's tokens.
struct TokenScopes: Sendable {
    /// By the row's name. Empty while tokens have all of the user's rights.
    private let needed: [String: Set<String>]

    init(_ gateway: ComposedServer) async throws {
        let document = try await gateway.send(.get, "/api/v1/openapi.json").json
        var needed: [String: Set<String>] = [:]
        for (path, methods) in document?["paths"] as? [String: [String: [String: Any]]] ?? [:] {
            for (method, row) in methods {
                if let scopes = row["x-scopes"] as? [String] { needed["\(method.uppercased()) \(path)"] = Set(scopes) }
            }
        }
        self.needed = needed
    }

    /// The accounts and scopes of the walk's tokens. Nil scopes stand for all of the user's rights.
    var walked: [(Account, Set<String>?)] {
        guard !needed.isEmpty else { return [(.listener, nil), (.admin, nil)] }
        let all = Set(needed.values.joined())
        let own = all.subtracting(["administer"])
        return all.sorted().map { (.admin, [$0]) } + [(.admin, all)] + own.sorted().map { (.listener, [$0]) }
            + [(.moderator, own)]
    }

    /// Whether the row admits a token with these scopes.
    func admits(_ scopes: Set<String>, to row: Endpoint) -> Bool {
        needed[row.name]?.isSubset(of: scopes) ?? true
    }
}
