/// The format that a client requests for replies.
package enum ReplyFormat: Sendable, Equatable {
    case xml
    case json
    /// JSON passed to a function of the page that sent the request.
    case jsonp(callback: String)

    package var isCallback: Bool {
        if case .jsonp = self { true } else { false }
    }

    package var mediaType: String {
        switch self {
        case .xml: "text/xml; charset=utf-8"
        case .json: "application/json"
        case .jsonp: "application/javascript; charset=utf-8"
        }
    }

    /// Nil for text that is more than names with dots between them: the page would run any other text as a script.
    package static func jsonp(calling name: String) -> Self? {
        isFunctionName(name) ? .jsonp(callback: name) : nil
    }

    /// Identifiers of ASCII letters, digits, `_` and `$`, with dots between.
    private static func isFunctionName(_ text: String) -> Bool {
        guard (1...128).contains(text.utf8.count) else { return false }
        return text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
            guard let first = part.utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else {
                return false
            }
            return part.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"):
                    true
                default: false
                }
            }
        }
    }
}
