/// Rules as a tree of plain values, as JSON has them: what surfaces read and write, and what a store keeps. `SmartRules` says what of it makes
/// sense.
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
