import FoundationEssentials
package import Primitives

/// Times as the APIs show them: `2026-11-21T07:00:00.000Z`.
package enum ISO8601 {
    private static let style = Date.ISO8601FormatStyle()
    private static let fractional = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    package static func text(of instant: Timestamp) -> String {
        // Milliseconds are appended as digits: as a fraction of a Date's Double they would be rounded.
        let milliseconds = ((instant.milliseconds % 1000) + 1000) % 1000
        let seconds = (instant.milliseconds - milliseconds) / 1000
        let whole = Date(timeIntervalSince1970: Double(seconds)).formatted(style)
        let digits = String(milliseconds)
        return whole.dropLast() + "." + String(repeating: "0", count: 3 - digits.count) + digits + "Z"
    }

    /// Of a time in RFC 3339, with or without a fraction of the second; nil for anything else.
    package static func timestamp(of text: String) -> Timestamp? {
        guard text.utf8.count <= 64, let date = (try? style.parse(text)) ?? (try? fractional.parse(text)) else {
            return nil
        }
        return Timestamp(milliseconds: Int64((date.timeIntervalSince1970 * 1000).rounded()))
    }
}
