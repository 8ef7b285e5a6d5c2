import HTTPSupport
import Primitives

/// The data of an event from the log.
struct FactBody: JSONWritable {
    let event: Event

    func write(to json: inout JSONWriter) {
        json.object { json in
            for (name, value) in event.data.sorted(by: { $0.key < $1.key }) {
                json.key(text: name)
                switch value {
                case .text(let text): json.value(text)
                case .integer(let integer): json.value(integer)
                case .number(let number): json.value(number)
                case .flag(let flag): json.value(flag)
                }
            }
        }
    }
}
