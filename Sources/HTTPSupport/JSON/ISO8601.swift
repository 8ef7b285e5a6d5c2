import FoundationEssentials
package import Primitives

/// Times as the APIs show them: `2026-11-21T07:00:00.000Z`.
package enum ISO8601 {
    private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    package static func text(of instant: Timestamp) -> String {
        Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000).formatted(style)
    }
}
