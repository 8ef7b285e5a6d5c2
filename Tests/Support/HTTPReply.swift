/// A response as it came over the wire.
package struct HTTPReply: Sendable {
    package let status: Int
    /// In order, names in lower case.
    package let fields: [(name: String, value: String)]
    package let body: [UInt8]

    package subscript(name: String) -> String? {
        fields.first { $0.name == name }?.value
    }

    package func all(_ name: String) -> [String] {
        fields.filter { $0.name == name }.map(\.value)
    }

    package var text: String { String(decoding: body, as: UTF8.self) }

    /// `name=value` of every cookie that the response sets, as a `Cookie` field sends it back.
    package var cookies: String {
        all("set-cookie").compactMap { $0.split(separator: ";").first.map(String.init) }.joined(separator: "; ")
    }
}
