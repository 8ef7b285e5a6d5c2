/// Rules and further groups of which all must hold, or any.
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

    package init(_ match: Match, _ members: [Member]) {
        self.match = match
        self.members = members
    }

    /// All rules at any depth.
    package var rules: [SmartRule] {
        members.flatMap { member in
            switch member {
            case .rule(let rule): [rule]
            case .group(let group): group.rules
            }
        }
    }
}
