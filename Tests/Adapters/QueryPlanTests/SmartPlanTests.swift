import Foundation
import Primitives
import Shelf
import Testing

@testable import SQLiteStore

/// Rules start with the condition that matches few tracks. Otherwise they read an index instead of the table.
@Suite("Query plans of rules") struct SmartPlanTests {
    private let database: PlanDatabase
    private static let scopes: [LibraryScope] = [.everything, .only(["l"])]

    init() throws {
        database = try PlanDatabase()
    }

    private func plan(_ rules: [SmartNode], order: String = "added", scope: LibraryScope) async throws -> [String] {
        let tree = SmartNode.object(["match": .text("all"), "rules": .list(rules), "order": .text(order)])
        let query = SmartQuery(
            try SmartRules(tree), for: Principal(user: ID("a"), role: .listener, libraries: scope),
            at: Timestamp(milliseconds: 1_795_000_000_000), in: .gmt, limit: 20_000)
        return try await database.plan(query.sql)
    }

    private static func rule(_ field: String, _ comparison: String, _ value: SmartNode? = nil) -> SmartNode {
        var members: [String: SmartNode] = ["field": .text(field), "operator": .text(comparison)]
        members["value"] = value
        return .object(members)
    }

    @Test("with a named item start at that item", arguments: scopes) func sets(scope: LibraryScope) async throws {
        let sets = [
            Self.rule("artist", "is", .text("x")), Self.rule("album", "is", .text("x")),
            Self.rule("genre", "is", .text("x")), Self.rule("liked", "isTrue"),
            Self.rule("rating", "greaterThan", .number(3)), Self.rule("playCount", "greaterThan", .number(3)),
            Self.rule("lastPlayed", "inTheLast", .number(3)), Self.rule("playlist", "is", .text("x")),
            Self.rule("likedByOthers", "atLeast", .number(3)), Self.rule("title", "is", .text("x")),
        ]
        for set in sets {
            let plan = try await plan(
                [set, Self.rule("year", "greaterThan", .number(1990))], order: "title", scope: scope)
            #expect(!plan.contains { $0.hasPrefix("SCAN t") && !$0.hasPrefix("SCAN ta") }, "\(set) \(plan)")
        }
    }

    @Test("about all tracks read an index that covers their fields", arguments: scopes)
    func all(scope: LibraryScope) async throws {
        let wide = [
            Self.rule("year", "between", .list([.number(1990), .number(1999)])), Self.rule("played", "isFalse"),
            Self.rule("lossless", "isTrue"), Self.rule("bitrate", "greaterThan", .number(200)),
            Self.rule("releaseDate", "between", .list([.text("1990-01-01"), .text("1999-12-31")])),
            Self.rule("releaseDate", "notInTheLast", .number(30)),
        ]
        for order in ["added", "year", "duration", "random"] {
            let plan = try await plan(wide, order: order, scope: scope)
            #expect(plan.contains { $0.contains("COVERING INDEX track_rules") }, "\(order) \(plan)")
        }
        // The latest additions come in index order, without sorting.
        let latest = try await plan([], order: "added", scope: scope)
        #expect(!latest.contains { $0.contains("TEMP B-TREE") && !$0.contains("LAST") }, "\(latest)")
    }
}
