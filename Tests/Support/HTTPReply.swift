import Foundation

/// A response as a client receives it.
package struct HTTPReply: Sendable {
    package let status: Int
    /// In order, with names in lower case.
    package let fields: [(name: String, value: String)]
    package let body: [UInt8]

    package init(status: Int, fields: [(name: String, value: String)], body: [UInt8]) {
        (self.status, self.fields, self.body) = (status, fields, body)
    }

    package subscript(name: String) -> String? {
        fields.first { $0.name == name }?.value
    }

    package func all(_ name: String) -> [String] {
        fields.filter { $0.name == name }.map(\.value)
    }

    package var text: String { String(decoding: body, as: UTF8.self) }

    package var json: [String: Any]? {
        try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]
    }

    /// The code of a problem document.
    package var code: String? { json?["code"] as? String }

    /// `name=value` of every cookie that the response sets, in the form of a `Cookie` header.
    package var cookies: String {
        all("set-cookie").compactMap { $0.split(separator: ";").first.map(String.init) }.joined(separator: "; ")
    }
}
