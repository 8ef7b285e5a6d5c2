import HTTPSupport
import HTTPTypes
import Hummingbird
package import Lyrics
import Primitives

/// One row of this surface's endpoint table. All rows are for keys with the scope `read`, of users who may browse.
package struct LyricsEndpoint: Sendable {
    /// The path, whose last part may be `{id}`.
    package let path: String
    let handler: @Sendable (LyricsCall) async throws -> Response

    /// Every row of both shapes.
    package static func all(_ directory: LyricsDirectory) -> [LyricsEndpoint] {
        MusixmatchEndpoints(directory: directory).endpoints + LRCLIBEndpoints(directory: directory).endpoints
    }
}

/// The service whose requests and replies are spoken.
enum LyricsShape: Sendable, CaseIterable {
    case musixmatch, lrclib

    /// The first part of every path.
    var root: String {
        switch self {
        case .musixmatch: "/musixmatch"
        case .lrclib: "/lrclib"
        }
    }

    init?(target: String) {
        let path = target.prefix { $0 != "?" && $0 != "#" }
        guard let shape = Self.allCases.first(where: { path == $0.root || path.hasPrefix($0.root + "/") })
        else { return nil }
        self = shape
    }

    /// - Parameter parameters: those of the refused request; nil where they cannot be read.
    func response(
        _ failure: RequestFailure, _ parameters: RequestParameters?, began: ContinuousClock.Instant
    ) -> Response {
        switch self {
        case .musixmatch:
            // JSON also where the form that was requested is the error.
            MusixmatchReply(failure, began: began).response(parameters.flatMap { try? ReplyFormat($0) } ?? .json)
        case .lrclib: LRCLIBFailure(failure: failure).response
        }
    }
}

/// The path of a request without the key that may be in it: players that can be told nothing but a base address use
/// `/lrclib/KEY/api`.
struct LyricsPlace: Sendable {
    /// Nil for a path with empty parts or escapes, which no address of this API has.
    let path: String?
    /// Nil where the path contains none.
    let key: String?

    init(_ path: String, _ shape: LyricsShape) {
        let rest = path.dropFirst(shape.root.count)
        var parts = rest.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        if shape == .lrclib, let first = parts.first, first != "api" {
            key = String(first)
            parts = parts.dropFirst()
        } else {
            key = nil
        }
        let isPlain = parts.allSatisfy { !$0.isEmpty && !$0.contains("%") && $0 != "{id}" }
        self.path = isPlain ? shape.root + "/" + parts.joined(separator: "/") : nil
    }
}

/// One authenticated request. Parameters are read by name with their bounds; unknown ones are ignored, as both services
/// do.
struct LyricsCall: Sendable {
    let parameters: RequestParameters
    /// The last part of the path, of rows that have one.
    let id: String?
    let caller: Principal
    let began: ContinuousClock.Instant

    /// Nil when absent or blank.
    func text(_ name: String, upTo maximum: Int = 1024) throws(RequestFailure) -> String? {
        guard let text = parameters.first(name), !text.allSatisfy(\.isWhitespace) else { return nil }
        guard text.utf8.count <= maximum, !text.utf8.contains(0) else {
            throw .malformed(name, "text of at most \(maximum) bytes")
        }
        return text
    }

    /// A whole number in `range`. Nil when absent or blank.
    func integer(_ name: String, in range: ClosedRange<Int>) throws(RequestFailure) -> Int? {
        guard let text = try text(name, upTo: 64) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw .malformed(name, "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// A number of seconds, which may have a fraction, in milliseconds. Nil when absent or blank.
    func seconds(_ name: String) throws(RequestFailure) -> Int64? {
        guard let text = try text(name, upTo: 64) else { return nil }
        guard let number = Double(text), (0...86_400).contains(number) else {
            throw .malformed(name, "a number of seconds from 0 to 86400")
        }
        return Int64((number * 1000).rounded())
    }
}

extension RequestFailure {
    static func malformed(_ name: String, _ what: String) -> Self { malformed("\(name) must be \(what)") }
}
