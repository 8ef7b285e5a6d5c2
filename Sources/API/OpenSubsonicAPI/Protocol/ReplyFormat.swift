import HTTPTypes

/// In which form a client wants its replies.
enum ReplyFormat: Sendable, Equatable {
    case xml
    case json
    /// JSON handed to a function of the page that asked.
    case jsonp(callback: String)

    var isCallback: Bool {
        if case .jsonp = self { true } else { false }
    }

    var mediaType: String {
        switch self {
        case .xml: "text/xml; charset=utf-8"
        case .json: "application/json"
        case .jsonp: "application/javascript; charset=utf-8"
        }
    }

    /// XML unless `f` asks for another one.
    ///
    /// Throws where it is none that there is, or where a JSONP callback is missing or is more than names with dots between: what else it
    /// held would be run by the page.
    init(_ parameters: RequestParameters) throws(SubsonicFailure) {
        switch parameters.first("f")?.lowercased() {
        case nil, "", "xml": self = .xml
        case "json": self = .json
        case "jsonp":
            guard let callback = parameters.first("callback") else {
                throw SubsonicFailure(.missingParameter, "jsonp needs the parameter callback")
            }
            guard Self.isName(callback) else {
                throw SubsonicFailure(.missingParameter, "callback must be the name of a function")
            }
            self = .jsonp(callback: callback)
        default: throw SubsonicFailure(.missingParameter, "f must be xml, json or jsonp")
        }
    }

    /// The format of a failure, also where `f` and `callback` are what is wrong: JSON for JSONP without a function, XML for an unknown format.
    static func ofFailure(_ parameters: RequestParameters) -> Self {
        if let format = try? Self(parameters) { return format }
        return parameters.first("f")?.lowercased() == "jsonp" ? .json : .xml
    }

    /// Identifiers of ASCII letters, digits, `_` and `$`, with dots between.
    private static func isName(_ text: String) -> Bool {
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
