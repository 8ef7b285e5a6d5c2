import HTTPSupport
import HTTPTypes

/// The format that a client requests for replies.
enum ReplyFormat: Sendable, Equatable {
    case xml
    case json
    /// JSON passed to a function of the page that sent the request.
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

    /// XML unless `f` requests another format.
    ///
    /// Throws for an unknown format, and for a JSONP callback that is missing or is more than names with dots between
    /// them: the page would run any other text as a script.
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

    /// The format of a failure, also where `f` and `callback` are the error: JSON for JSONP without a function, XML for
    /// an unknown format.
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

/// Text in XML 1.0.
enum XMLText {
    /// Appends escaped text. Characters that XML cannot contain even when escaped are left out (XML 1.0 §2.2).
    static func append(_ text: String, to bytes: inout [UInt8], inAttribute: Bool) {
        var text = text
        text.withUTF8 { source in
            if source.allSatisfy(isPlain) {
                bytes.append(contentsOf: source)
            } else {
                appendEscaped(source, to: &bytes, inAttribute: inAttribute)
            }
        }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        // U+FFFE and U+FFFF begin with EF.
        byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "<") && byte != UInt8(ascii: ">")
            && byte != UInt8(ascii: "&") && byte != UInt8(ascii: "\"") || byte > 0x7F && byte != 0xEF
    }

    private static func appendEscaped(
        _ source: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8], inAttribute: Bool
    ) {
        for (index, byte) in source.enumerated() {
            switch byte {
            case UInt8(ascii: "<"): bytes.append(contentsOf: "&lt;".utf8)
            case UInt8(ascii: ">"): bytes.append(contentsOf: "&gt;".utf8)
            case UInt8(ascii: "&"): bytes.append(contentsOf: "&amp;".utf8)
            case UInt8(ascii: "\""): bytes.append(contentsOf: "&quot;".utf8)
            // Readers turn white space in attributes into spaces unless it is a reference (§3.3.3), and \r into
            //  everywhere (§2.11).
            case UInt8(ascii: "\n") where !inAttribute, UInt8(ascii: "\t") where !inAttribute: bytes.append(byte)
            case UInt8(ascii: "\n"), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
                bytes.append(contentsOf: "&#\(byte);".utf8)
            case 0..<0x20: break
            case 0xBE, 0xBF:
                if index >= 2, source[index - 1] == 0xBF, source[index - 2] == 0xEF {
                    bytes.removeLast(2)
                } else {
                    bytes.append(byte)
                }
            default: bytes.append(byte)
            }
        }
    }
}
