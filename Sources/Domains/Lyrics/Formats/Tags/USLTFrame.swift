/// The content of ID3v2's frame for unsynchronized lyrics (`USLT`): encoding, language, a description and the text.
package enum USLTFrame {
    /// Nil if the content is malformed or has no words. A text with times is read as LRC.
    package static func lyrics(from content: [UInt8]) -> SongLyrics? {
        guard let (language, text) = text(of: content),
            var lyrics = LRCReading(LRCText(Array(text.utf8))).any(from: .tag)
        else { return nil }
        lyrics.language = language ?? lyrics.language
        return lyrics
    }

    /// The text itself; nil if the content is malformed.
    package static func text(of content: [UInt8]) -> (language: String?, text: String)? {
        guard content.count > 4, let encoding = ID3Text(rawValue: content[0]) else { return nil }
        var rest = content.prefix(LyricsFormat.sizeLimit)[4...]
        var isLittle = encoding == .utf16
        _ = encoding.take(from: &rest, isLittle: &isLittle)
        return (ID3Text.language(content[1..<4]), encoding.take(from: &rest, isLittle: &isLittle))
    }

    package static func content(of lyrics: SongLyrics, encoding: UInt8 = ID3Text.utf8.rawValue) -> [UInt8] {
        let text = ID3Text(rawValue: encoding) ?? .utf8
        return [text.rawValue] + ID3Text.code(lyrics.language) + text.encode("")
            + text.encode(LRCWriter.plainText(of: lyrics), isTerminated: false)
    }
}
