/// What a server answered before the bytes.
package struct LinkReply: Sendable {
    package let status: Int
    private let fields: [(name: String, value: String)]

    package init(status: Int, fields: [(name: String, value: String)]) {
        self.status = status
        self.fields = fields
    }

    /// All values of a field, as one.
    package func field(_ name: String) -> String? {
        let values = fields.filter { $0.name.lowercased() == name }.map(\.value)
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }
}
