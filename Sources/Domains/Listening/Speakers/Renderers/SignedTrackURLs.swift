import Accounts
package import Catalog
import Crypto
package import Primitives

/// Signs addresses at which one renderer fetches one track for a while: renderers have no credential. The key lives in
/// the process, so that no address outlives it.
package struct SignedTrackURLs: Sendable {
    /// The content of an address, which the signature covers.
    package struct Claim: Sendable, Equatable {
        package let speaker: DeviceID
        package let track: ID<Track>
        /// A name for the form in which the track is sent: lower-case letters and digits.
        package let form: String
        /// The start within the track, in milliseconds.
        package let offset: Int64
        /// The last second at which it opens anything, since 1970.
        package let end: Int64

        package init(speaker: DeviceID, track: ID<Track>, form: String, offset: Int64, end: Int64) {
            self.speaker = speaker
            self.track = track
            self.form = form
            self.offset = offset
            self.end = end
        }

        fileprivate var text: String { "\(speaker.text)/\(track.rawValue)/\(form)/\(offset)/\(end)" }
    }

    package static let prefix = "/renderers/"
    private static let longest = 320
    private let key: SymmetricKey

    package init() {
        key = SymmetricKey(size: .bits256)
    }

    /// - Parameter ending: the ending of a file's name, by which some renderers know the format.
    package func path(of claim: Claim, ending: String) -> String {
        "\(Self.prefix)\(claim.text)/\(Base64URL.encode(code(claim, ending)))/track.\(ending)"
    }

    /// The claim of a path that was signed here and has not expired; nil for every other path.
    package func claim(of path: String, at now: Timestamp) -> Claim? {
        guard path.utf8.count <= Self.longest, path.hasPrefix(Self.prefix) else { return nil }
        let parts = path.dropFirst(Self.prefix.count).split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 7, parts[6].hasPrefix("track."), let speaker = try? DeviceID(String(parts[0])),
            let offset = Int64(parts[3]), let end = Int64(parts[4]), let given = Base64URL.decode(String(parts[5]))
        else { return nil }
        let claim = Claim(
            speaker: speaker, track: ID(String(parts[1])), form: String(parts[2]), offset: offset, end: end)
        // Only the exact text that was made is accepted.
        let ending = String(parts[6].dropFirst("track.".count))
        guard SecretBytes.areEqual(given, code(claim, ending)), Base64URL.encode(given) == parts[5],
            parts[0..<5].joined(separator: "/") == claim.text
        else { return nil }
        return now.milliseconds / 1000 <= claim.end ? claim : nil
    }

    private func code(_ claim: Claim, _ ending: String) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: Array("v1|\(claim.text)|\(ending)".utf8), using: key))
    }
}
