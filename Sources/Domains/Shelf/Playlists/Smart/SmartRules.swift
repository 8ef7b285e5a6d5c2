package import Primitives

/// What is in a smart playlist: every track for which `group` holds, ordered and cut off.
package struct SmartRules: Sendable, Equatable {
    package static let deepest = 5
    package static let mostRules = 100
    package static let longestText = 500
    package static let mostMinutes = 30 * 24 * 60

    package enum Limit: Sendable, Equatable {
        case tracks(Int)
        case minutes(Int)
    }

    /// Whose plays, likes and ratings the rules are about.
    package enum Perspective: String, Sendable, CaseIterable {
        /// Those of whoever reads the playlist.
        case reader
        /// Those of its owner, for everybody.
        case owner
    }

    package let group: SmartGroup
    package let order: SmartOrder
    package let isDescending: Bool
    package let limit: Limit?
    package let perspective: Perspective

    init(
        _ group: SmartGroup, order: SmartOrder, isDescending: Bool, limit: Limit?, perspective: Perspective = .reader
    ) {
        self.group = group
        self.order = order
        self.isDescending = isDescending
        self.limit = limit
        self.perspective = perspective
    }

    package var sources: Set<SmartSource> {
        // Which tracks there are is always asked.
        Set(group.rules.map(\.field.source)).union([.catalogue, order.source])
    }

    /// Whether the answer changes as time passes.
    package var followsTheClock: Bool {
        order == .random
            || group.rules.contains { $0.comparison == .inTheLast || $0.comparison == .notInTheLast }
    }
}

extension SmartRules {
    /// Throws `invalid` with the place in the tree as the field: `rules.rules[0].value`.
    package init(_ node: SmartNode) throws(DomainError) {
        var reader = SmartRulesReader()
        self = try reader.rules(node)
    }

    /// What `init(_:)` reads.
    package var node: SmartNode {
        guard case .object(var members) = Self.node(group) else { return .null }
        members["order"] = .text(order.rawValue)
        members["descending"] = .flag(isDescending)
        switch limit {
        case .tracks(let count)?: members["limit"] = .object(["tracks": .number(Double(count))])
        case .minutes(let count)?: members["limit"] = .object(["minutes": .number(Double(count))])
        case nil: break
        }
        // What older versions wrote stays as it is.
        if perspective != .reader { members["perspective"] = .text(perspective.rawValue) }
        return .object(members)
    }

    private static func node(_ group: SmartGroup) -> SmartNode {
        let members = group.members.map { member in
            switch member {
            case .rule(let rule): node(rule)
            case .group(let group): node(group)
            }
        }
        return .object(["match": .text(group.match.rawValue), "rules": .list(members)])
    }

    private static func node(_ rule: SmartRule) -> SmartNode {
        var members: [String: SmartNode] = [
            "field": .text(rule.field.rawValue), "operator": .text(rule.comparison.rawValue),
        ]
        switch rule.value {
        case .none: break
        case .text(let text), .date(let text): members["value"] = .text(text)
        case .number(let number): members["value"] = .number(number)
        case .numbers(let low, let high): members["value"] = .list([.number(low), .number(high)])
        case .dates(let first, let last): members["value"] = .list([.text(first), .text(last)])
        }
        return .object(members)
    }
}
