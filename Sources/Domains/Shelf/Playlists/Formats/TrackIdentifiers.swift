import Foundation
import Primitives

/// How XSPF and JSPF name recordings: by address.
enum TrackIdentifiers {
    private static let recording = "https://musicbrainz.org/recording/"

    static func read(_ identifier: String, into track: inout PlaylistDocument.Track) {
        let lowered = identifier.lowercased()
        if let range = lowered.range(of: "musicbrainz.org/recording/") {
            track.recording = String(lowered[range.upperBound...].prefix(36))
        } else if lowered.hasPrefix("urn:isrc:") || lowered.hasPrefix("isrc:") {
            track.isrc = String(identifier.split(separator: ":").last ?? "").uppercased().filter { $0 != "-" }
        } else if lowered.hasPrefix("urn:uuid:") {
            track.track = ID(String(lowered.dropFirst(9).prefix(64)))
        }
    }

    static func all(of track: PlaylistDocument.Track) -> [String] {
        [
            track.track.map { "urn:uuid:\($0.rawValue)" }, track.recording.map { recording + $0 },
            track.isrc.map { "urn:isrc:\($0)" },
        ].compactMap(\.self)
    }

    /// A path as the address that both formats want.
    static func address(_ location: String) -> String {
        location.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? location
    }

    /// Relative addresses are percent-encoded paths.
    static func location(_ address: String) -> String {
        address.contains(":") ? address : address.removingPercentEncoding ?? address
    }
}
