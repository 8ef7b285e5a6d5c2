import HTTPTypes

/// The use of HTTP/2's header compression (RFC 7541).
///
/// NIO's encoder (HTTP/2 1.46) makes its table as large as the peer allows, 64 KiB with Chromium, and searches it from
/// end to end for every field. Fields whose values do not recur would fill it with hundreds of entries that nothing
/// finds again.
enum HeaderCompression {
    private static let changing: Set<HTTPField.Name> = {
        let own = ["Upload-Expires", "Upload-Length", "Upload-Offset", "X-Content-Duration"]
        return Set(
            [
                .contentDisposition, .contentLength, .contentRange, .date, .eTag, .lastModified, .location,
                .retryAfter,
            ] + own.compactMap { HTTPField.Name($0) })
    }()

    /// Keeps fields whose values change out of the connection's table, and cookies out of every table on the way.
    static func keepOutOfTable(_ fields: inout HTTPFields) {
        for index in fields.indices {
            if fields[index].name == .setCookie {
                fields[index].indexingStrategy = .disallow
            } else if changing.contains(fields[index].name) {
                fields[index].indexingStrategy = .avoid
            }
        }
    }
}
