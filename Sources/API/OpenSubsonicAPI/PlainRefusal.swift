package import HTTPTypes

/// The answer to a request of this API, or one with its credentials, that came without TLS. It is never a redirect: a player would follow it
/// the next time too, and send its key in clear each time before.
package struct PlainRefusal: Sendable, Equatable {
    package let mediaType: String
    package let content: [UInt8]
    /// Beside those that every answer has.
    package let fields: HTTPFields

    /// The answer to a request whose head was not read to its end.
    ///
    /// - Parameter beginning: of the target.
    package init(beginning: String, version: String, _ message: String) {
        let parameters = try? RequestParameters(target: beginning)
        let format = parameters.map(ReplyFormat.ofFailure) ?? .xml
        mediaType = format.mediaType
        content = Envelope(serverVersion: version).content(SubsonicFailure(.generic, message), format)
        fields = OpenSubsonicAPI.openFields
    }

    /// Nil for what may be redirected.
    ///
    /// - Parameters:
    ///   - target: the path with its query.
    ///   - version: of this server.
    package init?(target: String, version: String) {
        let parameters = try? RequestParameters(target: target)
        let failure = SubsonicFailure(
            .generic,
            "This server is reached by https only. Change the address in the app to one that begins with https")
        fields = [:]
        let path = target.prefix { $0 != "?" && $0 != "#" }
        if Self.isOfAPI(path) {
            let format = parameters.map(ReplyFormat.ofFailure) ?? .xml
            mediaType = format.mediaType
            content = Envelope(serverVersion: version).content(failure, format)
        } else if let parameters, !parameters.names.contains(where: { Self.credentials.contains($0.lowercased()) }) {
            return nil
        } else {
            mediaType = "text/plain; charset=utf-8"
            content = Array((failure.message + ".\n").utf8)
        }
    }

    /// Whether some server may take `path` for one of this API: whatever its case, its escapes and its detours.
    private static func isOfAPI(_ path: Substring) -> Bool {
        var parts: [Substring] = []
        let text = RequestParameters.text(path.utf8).lowercased()
        for part in text.split(whereSeparator: { $0 == "/" || $0 == "\\" }) where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return parts.first == "rest"
    }

    /// Of this API, and names that others use for such things, in lowercase.
    private static let credentials: Set<String> = [
        "p", "t", "s", "apikey", "proof", "token", "access_token", "api_key", "key", "password", "secret",
    ]
}
