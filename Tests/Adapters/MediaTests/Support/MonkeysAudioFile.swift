import Foundation

/// A file of Monkey's Audio 3.99, because ffmpeg reads the format but does not write it: 1.7 seconds of stereo at 44.1
/// kHz, silent except near the end. Debian's libjmac-java 1.74 encoded it
/// (`davaguine.jmac.core.APESimple.CompressFile`, level 2000). ffmpeg decodes it without a difference from the output
/// of
///
///     ffmpeg -f lavfi -i "aevalsrc=0.3*sin(2*PI*440*t)*gte(t\,73728/44100)|0.3*sin(2*PI*440*t)*gte(t\,73728/44100):s=44100:d=1.7" \
///         -c:a pcm_s16le -bitexact a.wav
enum MonkeysAudioFile {
    static let milliseconds: Int64 = 1700

    /// The file, followed by an APEv2 tag of `texts` and optionally a front cover.
    /// https://wiki.hydrogenaud.io/index.php?title=APEv2
    static func bytes(_ texts: [(key: String, value: String)] = [], cover: [UInt8]? = nil) -> [UInt8] {
        Array(Data(base64Encoded: encoded, options: .ignoreUnknownCharacters) ?? Data()) + tag(texts, cover: cover)
    }

    /// The tag alone, to be placed after the audio. Empty without texts and cover.
    static func tag(_ texts: [(key: String, value: String)], cover: [UInt8]? = nil) -> [UInt8] {
        var items: [UInt8] = []
        for (key, value) in texts { items += item(key, flags: 0, Array(value.utf8)) }
        if let cover { items += item("Cover Art (Front)", flags: 2, Array("cover.jpg".utf8) + [0] + cover) }
        let count = texts.count + (cover == nil ? 0 : 1)
        guard count > 0 else { return [] }
        let footer =
            Array("APETAGEX".utf8) + number(2000) + number(items.count + 32) + number(count) + number(0)
            + [UInt8](repeating: 0, count: 8)
        return items + footer
    }

    private static func item(_ key: String, flags: Int, _ value: [UInt8]) -> [UInt8] {
        number(value.count) + number(flags) + Array(key.utf8) + [0] + value
    }

    private static func number(_ value: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    private static let encoded = """
        TUFDIJYPAAA0AAAAGAAAAAgAAAAsAAAAnAIAAAAAAAAAAAAABlk5mJRCjk3nIKQdLGAnR9AHAAAAIAEA2gQAAAIAAAAQAAIARKwAAIAAAACNAAAA
        UklGRoyTBABXQVZFZm10IBAAAAABAAIARKwAABCxAgAEABAAZGF0YWiTBACMYhyNBwAAAAAAAQCeeeQAAAAASdj/AAQLoH8icHWVU4roL9c3SisF
        A9eKRvDA7V73S+izVN3nH13jJm9sMtHotd4DzfT+30klsczZEUbFdykILgV9DxoZ47U+53ks4gmb5ONTLJ6MF4Z28eyvRs+yp8BrCZu15BLANY43
        iFf2k8HEDeMK4x9EwPagIXDOmG8ukX6xu9tTQmroAXGTNQZe+GZHA/UkIypwweIhtGLVW2ZpzIeHdr4lTSHBjjpYmRKE6fdM/k5fGkztmpeNM2eI
        whtcGu4jv8+uQKdbioEq+/FYoMoxuml39+McgBTHFX6cpMeOqip8lnhMvP3WppOkxWcrXKjm7FB7+5WzCrJc64+utXGYcn2q+2Lon5wV7m4ReS5p
        RZy05oTcbLkPHFyG4OS1piB6uXzKdQwSAuhDhvBGRJWr8LSHdxNhhH03Qjmd94vnRruWpGupe8x2Nzas4KFGGC7O6b20cn0DHjH6sMB04ms7ooof
        ffoW/o16E7b5K09ypDvStBRjI2BRt9n7wyzqKQyEw+Bs4ilYYqG0jQzV1RVkX5HOwbILY8pkIidRp60tdGveTxeuRIWL6PQl88ETTgXFcomc62PP
        uAywroPOKe8cfQe/uf8FxVYY4L/fDY6P610oBx78qAMvxWnnXhPU1+45c5NpXwX33zTistY9z3QNRV6r+7Muuq+lt9a8GMm4AtCcoP6rhWcP1yYQ
        wQTRiAHDVZ814oL+n3sxWI93jtbaUX7MghkBIfR93QLslmALNtpftILkFQjQiaI8lS91xYmwcwGXY2yrE7lzwVko+t8fnNdU2Bo+mQRc5d7P8Q00
        xQWrtsnhG+QhB2gQFOdc2g6Ik9PDIz0k476QLebsQusAAAD0AAAAAA==
        """
}
