/// The addresses that the client has a view for, as `core/routes.js` lists them: there is no second list.
struct ClientRoutes: Sendable {
    /// The parts of each, nil in place of one that names a thing.
    private let patterns: [[Substring?]]

    /// - Parameter text: of `core/routes.js`, where each route has a member `path: '/albums/:id'`.
    init(text: String) {
        patterns = text.split(separator: "path: '").dropFirst().compactMap { rest in
            guard let path = rest.split(separator: "'", maxSplits: 1, omittingEmptySubsequences: false).first,
                path.hasPrefix("/")
            else { return nil }
            return path.split(separator: "/").map { $0.hasPrefix(":") ? nil : $0 }
        }
    }

    var isEmpty: Bool { patterns.isEmpty }

    func has(_ path: String) -> Bool {
        let parts = path.split(separator: "/")
        return patterns.contains { pattern in
            pattern.count == parts.count && zip(pattern, parts).allSatisfy { $0 == nil || $0 == $1 }
        }
    }
}
