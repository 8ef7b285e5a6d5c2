import HTTPSupport
import HTTPTypes
import Support

/// The scopes of bearer tokens: what the server's own document says that each row needs, and whose tokens the walk
/// asks with.
struct TokenScopes: Sendable {
    /// By the row's name; empty while tokens stand for the whole person.
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

    /// Nil where a token stands for the whole person.
    var walked: [(Account, Set<String>?)] {
        guard !needed.isEmpty else { return [(.listener, nil), (.admin, nil)] }
        let all = Set(needed.values.joined())
        let own = all.subtracting(["administer"])
        return all.sorted().map { (.admin, [$0]) } + [(.admin, all)] + own.sorted().map { (.listener, [$0]) }
            + [(.moderator, own)]
    }

    /// Whether a token that was made for these is let through to the row.
    func admits(_ scopes: Set<String>, to row: Endpoint) -> Bool {
        needed[row.name]?.isSubset(of: scopes) ?? true
    }
}
