/// Addresses of pages of Last.fm, which names artists and albums in its paths. Nothing is asked of that site.
///
/// They are given for what has a MusicBrainz id: a name that both know.
enum LastFMAddress {
    private static let site = "https://www.last.fm/music/"

    static func artist(_ name: String) -> String { site + escaped(name) }

    static func album(_ name: String, by artist: String) -> String {
        "\(site)\(escaped(artist))/\(escaped(name))"
    }

    /// Spaces become `+`, which therefore is escaped itself, as is everything but RFC 3986's unreserved characters.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: " "): result += "+"
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default: result += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
        return result
    }
}
