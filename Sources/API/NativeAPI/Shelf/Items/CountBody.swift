import HTTPSupport

/// How many things a call concerned, under the name of what it did.
struct CountBody: JSONWritable {
    private let name: String
    private let count: Int

    init(_ name: String, _ count: Int) {
        self.name = name
        self.count = count
    }

    static func schema(_ name: String) -> Schema {
        .object(required: [(name, .integer)], optional: [])
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.key(text: name)
            json.value(count)
        }
    }
}
