import Foundation

/// The address of a link. It is parsed once, here. The connection and the request use only these parts, so that no
/// second parser can disagree.
package struct LinkAddress: Sendable, Hashable {
    package enum Scheme: String, Sendable {
        case http, https

        package var port: Int { self == .http ? 80 : 443 }
    }

    package static let longest = 2048

    package let scheme: Scheme
    /// ASCII in lower case, without a final dot; or an IPv6 address without brackets.
    package let host: String
    package let port: Int
    /// Path and query, as they are sent.
    package let target: String

    /// Throws `invalid` with reason `link_invalid`.
    package init(_ text: String) throws(DomainError) {
        try self.init(URL(string: try Self.checked(text)))
        // The stored text is parsed again later, and encoding makes several bytes of each non-ASCII character.
        guard self.text.utf8.count <= Self.longest else {
            throw Self.invalid("A link has at most \(Self.longest) bytes once it is encoded")
        }
    }

    /// Resolves `location`, which may be relative, against this address. Throws as `init` does.
    package func following(_ location: String) throws(DomainError) -> LinkAddress {
        let location = try Self.checked(location)
        return try LinkAddress(URL(string: location, relativeTo: URL(string: text))?.absoluteURL)
    }

    package var text: String { "\(scheme.rawValue)://\(authority)\(target)" }

    /// The value of the `Host` header.
    package var authority: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port == scheme.port ? name : "\(name):\(port)"
    }

    /// The last part of the path, for display; empty where there is none.
    package var lastPart: String {
        let path = target.prefix { $0 != "?" }
        return path.split(separator: "/").last.map { $0.removingPercentEncoding ?? String($0) } ?? ""
    }

    private init(_ url: URL?) throws(DomainError) {
        guard let url, let scheme = url.scheme.flatMap({ Scheme(rawValue: $0.lowercased()) }) else {
            throw Self.invalid("A link begins with https:// or http://")
        }
        guard url.user(percentEncoded: true) == nil, url.password(percentEncoded: true) == nil else {
            throw Self.invalid("A link must not contain a user name or password")
        }
        guard let host = URLComponents(url: url, resolvingAgainstBaseURL: true)?.encodedHost.flatMap(Self.host) else {
            throw Self.invalid("The link contains no host name")
        }
        let port = url.port ?? scheme.port
        guard (1...65_535).contains(port) else { throw Self.invalid("The link's port is not valid") }
        let path = url.path(percentEncoded: true)
        let target =
            (path.hasPrefix("/") ? path : "/" + path) + (url.query(percentEncoded: true).map { "?" + $0 } ?? "")
        guard target.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), target.utf8.count <= Self.longest * 3 else {
            throw Self.invalid("The link's path cannot be read")
        }
        self.scheme = scheme
        self.host = host
        self.port = port
        self.target = target
    }

    private static func checked(_ text: String) throws(DomainError) -> String {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty, text.utf8.count <= longest else {
            throw invalid("A link has 1 to \(longest) bytes")
        }
        // Characters that URL parsers disagree about.
        guard
            text.unicodeScalars.allSatisfy({
                $0.value > 0x20 && $0.value != 0x7F && !#"\<>"{}|^`"#.unicodeScalars.contains($0)
            })
        else { throw invalid("The link contains characters that are not allowed") }
        return text
    }

    /// Checks host names strictly: letters, digits, hyphens, underscores and dots. Foundation has already converted
    /// international names to ASCII (UTS 46).
    private static func host(_ text: String) -> String? {
        if text.hasPrefix("[") {
            return text.hasSuffix("]") ? IPAddress(String(text.dropFirst().dropLast()))?.text : nil
        }
        var name = text.lowercased()
        if name.hasSuffix(".") { name.removeLast() }
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...253).contains(name.utf8.count), labels.allSatisfy({ (1...63).contains($0.utf8.count) }),
            name.utf8.allSatisfy({
                (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x2E || $0 == 0x5F
            })
        else { return nil }
        return name
    }

    private static func invalid(_ message: String) -> DomainError {
        .invalid(message, field: "url", reason: "link_invalid")
    }
}
