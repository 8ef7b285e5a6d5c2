package import Primitives

extension String: JSONWritable {
    package func write(to json: inout JSONWriter) { json.value(self) }
}

extension Int: JSONWritable {
    package func write(to json: inout JSONWriter) { json.value(self) }
}

extension Int64: JSONWritable {
    package func write(to json: inout JSONWriter) { json.value(self) }
}

extension Double: JSONWritable {
    package func write(to json: inout JSONWriter) { json.value(self) }
}

extension Bool: JSONWritable {
    package func write(to json: inout JSONWriter) { json.value(self) }
}

extension Timestamp: JSONWritable {
    package func write(to json: inout JSONWriter) { json.value(self) }
}

extension ID: JSONWritable {
    package func write(to json: inout JSONWriter) { json.value(rawValue) }
}

/// The ids of the libraries; null for all of them.
extension LibraryScope: JSONWritable {
    package func write(to json: inout JSONWriter) {
        if let libraries { libraries.sorted().write(to: &json) } else { json.null() }
    }
}

extension Array: JSONWritable where Element: JSONWritable {
    package func write(to json: inout JSONWriter) {
        json.array(alike: self)
    }
}

/// An object whose names are data. They are written in order.
package struct JSONObject<Value: JSONWritable>: JSONWritable {
    private let members: [(String, Value)]

    package init(_ members: [(String, Value)]) {
        self.members = members
    }

    package init(_ members: [String: Value]) {
        self.members = members.sorted { $0.key < $1.key }
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            for (name, value) in members {
                json.key(text: name)
                value.write(to: &json)
            }
        }
    }
}
