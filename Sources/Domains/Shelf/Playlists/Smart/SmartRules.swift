package import Catalog
package import Primitives

/// The rules of a smart playlist. It contains every track that matches `group`, sorted and cut off at `limit`.
package struct SmartRules: Sendable, Equatable {
    package static let deepest = 5
    package static let mostRules = 100
    package static let longestText = 500
    package static let mostMinutes = 30 * 24 * 60

    /// The most tracks, or the most minutes of them.
    package enum Limit: Sendable, Equatable {
        case tracks(Int)
        case minutes(Int)
    }

    /// The user whose plays, likes and ratings the rules use.
    package enum Perspective: String, Sendable, CaseIterable {
        /// The reader's own.
        case reader
        /// The owner's, for every reader.
        case owner
    }

    package let group: SmartGroup
    package let order: SmartOrder
    package let isDescending: Bool
    package let limit: Limit?
    package let perspective: Perspective

    package var sources: Set<SmartSource> {
        // The set of tracks itself always matters.
        Set(group.rules.map(\.field.source)).union([.catalogue, order.source])
    }

    /// Whether the result changes as time passes.
    package var followsTheClock: Bool {
        order == .random
            || group.rules.contains { $0.comparison == .inTheLast || $0.comparison == .notInTheLast }
    }
}

extension SmartRules {
    /// Reads rules from a tree of values. Throws `invalid` with the place in the tree as the field:
    /// `rules.rules[0].value`.
    package init(_ node: SmartNode) throws(DomainError) {
        var reader = SmartRulesReader()
        self = try reader.rules(node)
    }

    /// The tree that `init(_:)` reads.
    package var node: SmartNode {
        guard case .object(var members) = Self.node(group) else { return .null }
        members["order"] = .text(order.rawValue)
        members["descending"] = .flag(isDescending)
        switch limit {
        case .tracks(let count)?: members["limit"] = .object(["tracks": .number(Double(count))])
        case .minutes(let count)?: members["limit"] = .object(["minutes": .number(Double(count))])
        case nil: break
        }
        // Left out for the default, so that rules written by older versions stay as they are.
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

/// The subject of a smart playlist.
extension SmartRules {
    /// The fields whose result depends on the reader, beyond the libraries that they see. The orders of the same kind
    /// are below.
    package static let readersFields: [SmartField] = [.lastPlayed, .playCount, .played, .liked, .rating]
    package static let readersOrders: [SmartOrder] = [.playCount, .lastPlayed, .liked, .rating]

    /// The user whose plays, likes and ratings the rules use, with the role and the libraries of `caller`.
    package func subject(of owner: ID<Person>, for caller: Principal) -> Principal {
        guard perspective == .owner, owner != caller.user else { return caller }
        return Principal(user: owner, role: caller.role, libraries: caller.libraries)
    }
}

/// A group of rules and nested groups, of which all or any must match.
package struct SmartGroup: Sendable, Equatable {
    package enum Match: String, Sendable, CaseIterable {
        case all, any
    }

    package indirect enum Member: Sendable, Equatable {
        case rule(SmartRule)
        case group(SmartGroup)
    }

    package let match: Match
    package let members: [Member]

    /// All rules of the group, at any depth.
    package var rules: [SmartRule] {
        members.flatMap { member in
            switch member {
            case .rule(let rule): [rule]
            case .group(let group): group.rules
            }
        }
    }
}

/// One comparison of a field with a value.
package struct SmartRule: Sendable, Equatable {
    package let field: SmartField
    package let comparison: SmartOperator
    package let value: SmartValue
    /// Its place in the request: `rules.rules[2]`.
    package let place: String
}

/// The value that a rule compares a field with.
package enum SmartValue: Sendable, Equatable {
    case none
    case text(String)
    case number(Double)
    case numbers(Double, Double)
    /// `YYYY-MM-DD`.
    case date(String)
    case dates(String, String)
}

/// The tracks that rules select at the moment.
package struct SmartPreview: Sendable, Equatable {
    package let count: Int
    package let durationMilliseconds: Int64
    package let first: [TrackItem]
}
