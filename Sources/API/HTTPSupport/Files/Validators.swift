package import HTTPTypes
package import Primitives

/// The validators of one version of a resource, and their comparison with a request's conditions (RFC 9110 §13).
package struct Validators: Sendable, Equatable {
    /// A strong entity tag with its quotes.
    package let entityTag: String
    package let lastModified: HTTPDate?

    package enum Outcome: Equatable, Sendable {
        case proceed, notModified, preconditionFailed
    }

    package init(entityTag: String, lastModified: HTTPDate?) {
        self.entityTag = entityTag
        self.lastModified = lastModified
    }

    /// Evaluates the conditions in the order of §13.2.2.
    package func evaluate(_ fields: HTTPFields) -> Outcome {
        if let match = fields[.ifMatch] {
            if !matches(match, weakly: false) { return .preconditionFailed }
        } else if let since = fields[.ifUnmodifiedSince].flatMap({ HTTPDate($0) }), let lastModified,
            lastModified > since
        {
            return .preconditionFailed
        }
        if let noneMatch = fields[.ifNoneMatch] {
            if matches(noneMatch, weakly: true) { return .notModified }
        } else if let since = fields[.ifModifiedSince].flatMap({ HTTPDate($0) }), let lastModified,
            lastModified <= since
        {
            return .notModified
        }
        return .proceed
    }

    /// Whether a range may be served: no `If-Range`, or one that names exactly this version.
    package func allowsRange(_ fields: HTTPFields) -> Bool {
        guard let condition = fields[.ifRange] else { return true }
        if condition.hasPrefix("\"") { return condition == entityTag }
        guard let date = HTTPDate(condition), let lastModified else { return false }
        return date == lastModified
    }

    private func matches(_ field: String, weakly: Bool) -> Bool {
        if field.trimmingSpaces == "*" { return true }
        var rest = Substring(field)
        while let quote = rest.firstIndex(of: "\"") {
            let isWeak = rest[..<quote].hasSuffix("W/")
            guard let close = rest[rest.index(after: quote)...].firstIndex(of: "\"") else { return false }
            if rest[quote...close] == entityTag, weakly || !isWeak { return true }
            rest = rest[rest.index(after: close)...]
        }
        return false
    }
}

extension String {
    fileprivate var trimmingSpaces: Substring {
        var text = Substring(self)
        while text.first == " " || text.first == "\t" { text.removeFirst() }
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return text
    }
}

extension Validators {
    /// The validators of a file in its present state: its time in nanoseconds and its size identify its version.
    package init(of file: any ReadableFile) {
        self.init(
            entityTag: "\"\(String(file.size, radix: 16))-\(String(file.modifiedNanoseconds, radix: 16))\"",
            lastModified: HTTPDate(seconds: file.modifiedNanoseconds / 1_000_000_000))
    }
}
