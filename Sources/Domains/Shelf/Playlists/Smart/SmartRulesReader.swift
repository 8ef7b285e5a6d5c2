import Primitives

/// Reads rules from a tree of values. It rejects invalid rules with the place and the reason.
struct SmartRulesReader {
    private var count = 0

    mutating func rules(_ node: SmartNode) throws(DomainError) -> SmartRules {
        let place = "rules"
        var members = try Self.members(node, place)
        let order =
            try Self.choice(members.removeValue(forKey: "order"), of: SmartOrder.self, "\(place).order") ?? .added
        let isDescending = try Self.flag(members.removeValue(forKey: "descending"), "\(place).descending")
        let limit = try Self.limit(members.removeValue(forKey: "limit"), "\(place).limit")
        let perspective = try Self.choice(
            members.removeValue(forKey: "perspective"), of: SmartRules.Perspective.self, "\(place).perspective")
        let group = try group(members, place, depth: 1)
        return SmartRules(
            group: group, order: order, isDescending: isDescending ?? (order == .added), limit: limit,
            perspective: perspective ?? .reader)
    }

    private mutating func group(
        _ members: [String: SmartNode], _ place: String, depth: Int
    ) throws(DomainError) -> SmartGroup {
        guard depth <= SmartRules.deepest else {
            throw .invalid("Groups are nested at most \(SmartRules.deepest) deep", field: place)
        }
        var members = members
        let match = try Self.choice(members.removeValue(forKey: "match"), of: SmartGroup.Match.self, "\(place).match")
        guard let match else { throw .invalid("match must be all or any", field: "\(place).match") }
        guard case .list(let nodes)? = members.removeValue(forKey: "rules") else {
            throw .invalid("rules must be a list", field: "\(place).rules")
        }
        try Self.end(members, place)
        guard depth == 1 || !nodes.isEmpty else { throw .invalid("A group has at least one rule", field: place) }
        var found: [SmartGroup.Member] = []
        for (index, node) in nodes.enumerated() {
            found.append(try member(node, "\(place).rules[\(index)]", depth: depth))
        }
        return SmartGroup(match: match, members: found)
    }

    private mutating func member(
        _ node: SmartNode, _ place: String, depth: Int
    ) throws(DomainError) -> SmartGroup.Member {
        count += 1
        guard count <= SmartRules.mostRules else {
            throw .invalid("A playlist has at most \(SmartRules.mostRules) rules and groups", field: place)
        }
        let members = try Self.members(node, place)
        if members["rules"] != nil || members["match"] != nil {
            return .group(try group(members, place, depth: depth + 1))
        }
        return .rule(try Self.rule(members, place))
    }

    private static func rule(_ given: [String: SmartNode], _ place: String) throws(DomainError) -> SmartRule {
        var members = given
        guard let field = try choice(members.removeValue(forKey: "field"), of: SmartField.self, "\(place).field") else {
            throw .invalid("field is missing", field: "\(place).field")
        }
        let comparison = try choice(
            members.removeValue(forKey: "operator"), of: SmartOperator.self, "\(place).operator")
        guard let comparison, field.operators.contains(comparison) else {
            let known = field.operators.map(\.rawValue).joined(separator: ", ")
            throw .invalid("\(field.rawValue) is compared by one of \(known)", field: "\(place).operator")
        }
        let value = try SmartValueReader(field: field, comparison: comparison, place: "\(place).value")
            .value(members.removeValue(forKey: "value") ?? .null)
        try end(members, place)
        return SmartRule(field: field, comparison: comparison, value: value, place: place)
    }

    private static func limit(_ node: SmartNode?, _ place: String) throws(DomainError) -> SmartRules.Limit? {
        guard let node, node != .null else { return nil }
        var members = try members(node, place)
        let (tracks, minutes) = (members.removeValue(forKey: "tracks"), members.removeValue(forKey: "minutes"))
        try end(members, place)
        switch (tracks, minutes) {
        case (let tracks?, nil): return .tracks(try whole(tracks, 1...PlaylistRules.longest, "\(place).tracks"))
        case (nil, let minutes?): return .minutes(try whole(minutes, 1...SmartRules.mostMinutes, "\(place).minutes"))
        default: throw .invalid("A limit is a number of tracks or of minutes", field: place)
        }
    }

    static func whole(_ node: SmartNode, _ range: ClosedRange<Int>, _ place: String) throws(DomainError) -> Int {
        guard case .number(let number) = node, let whole = Int(exactly: number), range.contains(whole) else {
            throw .invalid(
                "This must be a whole number between \(range.lowerBound) and \(range.upperBound)", field: place)
        }
        return whole
    }

    private static func flag(_ node: SmartNode?, _ place: String) throws(DomainError) -> Bool? {
        switch node {
        case nil, .null?: return nil
        case .flag(let flag)?: return flag
        default: throw .invalid("This must be true or false", field: place)
        }
    }

    private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ node: SmartNode?, of type: Choice.Type, _ place: String
    ) throws(DomainError) -> Choice? {
        guard let node, node != .null else { return nil }
        if case .text(let text) = node, let choice = Choice(rawValue: text) { return choice }
        throw .invalid(
            "This must be one of \(Choice.allCases.map(\.rawValue).joined(separator: ", "))", field: place)
    }

    private static func members(_ node: SmartNode, _ place: String) throws(DomainError) -> [String: SmartNode] {
        guard case .object(let members) = node else { throw .invalid("This must be an object", field: place) }
        return members
    }

    private static func end(_ members: [String: SmartNode], _ place: String) throws(DomainError) {
        guard let unknown = members.keys.min() else { return }
        throw .invalid("There is no such field here", field: "\(place).\(unknown.prefix(64))", reason: "unknown_field")
    }
}

/// Rules as a tree of JSON values. API surfaces read and write it, and stores store it. `SmartRules` validates it.
package indirect enum SmartNode: Sendable, Equatable {
    case null
    case flag(Bool)
    case number(Double)
    case text(String)
    case list([SmartNode])
    case object([String: SmartNode])
}

extension SmartNode: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let list = try? container.decode([SmartNode].self) {
            self = .list(list)
        } else {
            self = .object(try container.decode([String: SmartNode].self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .flag(let flag): try container.encode(flag)
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        case .list(let list): try container.encode(list)
        case .object(let members): try container.encode(members)
        }
    }
}
