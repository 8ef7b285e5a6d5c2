package import HTTPSupport
package import Shelf

extension SmartNode {
    init(_ value: JSONValue) {
        switch value {
        case .null: self = .null
        case .flag(let flag): self = .flag(flag)
        case .integer(let integer): self = .number(Double(integer))
        case .number(let number): self = .number(number)
        case .text(let text): self = .text(text)
        case .array(let values): self = .list(values.map(SmartNode.init))
        case .object(let members): self = .object(members.mapValues(SmartNode.init))
        }
    }
}

extension SmartNode: JSONWritable {
    package func write(to json: inout JSONWriter) {
        switch self {
        case .null: json.null()
        case .flag(let flag): json.value(flag)
        case .number(let number):
            if let whole = Int64(exactly: number) { json.value(whole) } else { json.value(number) }
        case .text(let text): json.value(text)
        case .list(let nodes): json.array(nodes) { json, node in node.write(to: &json) }
        case .object(let members):
            json.object { json in
                for (name, node) in members.sorted(by: { $0.key < $1.key }) {
                    json.key(text: name)
                    node.write(to: &json)
                }
            }
        }
    }
}
