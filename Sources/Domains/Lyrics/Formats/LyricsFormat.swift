package import Primitives

/// The file formats of lyrics. Each is read and written. The times of lines and words, voices and languages survive as
/// far as the format has a place for them.
package enum LyricsFormat: String, Sendable, CaseIterable {
    /// Lines with times, and its extensions for words and voices.
    case lrc
    /// Timed Text Markup Language, version 1 (W3C, `http://www.w3.org/ns/ttml`).
    case ttml
    /// TTML by its earlier name, Distribution Format Exchange Profile (`http://www.w3.org/2006/10/ttaf1`).
    case dfxp
    /// EBU subtitles for the exchange of data (EBU Tech 3264), binary.
    case stl
    /// SubRip.
    case srt
    /// Web Video Text Tracks (W3C).
    case vtt
    /// Lines without times.
    case txt

    /// The largest part of a file that is read, in bytes.
    package static let sizeLimit = 512 * 1024
    package static let lineLimit = 10_000

    package var mediaType: String {
        switch self {
        case .lrc, .txt: "text/plain; charset=utf-8"
        case .ttml, .dfxp: "application/ttml+xml; charset=utf-8"
        case .stl: "application/x-ebu-stl"
        case .srt: "application/x-subrip; charset=utf-8"
        case .vtt: "text/vtt; charset=utf-8"
        }
    }

    /// Whether files of this format are text in some encoding.
    package var isText: Bool { self != .stl }

    /// The lyrics of a file: one for each language and kind, or none if it is not of this format or contains no words.
    /// Texts are UTF-8.
    package func lyrics(from content: [UInt8], source: LyricsSource) -> [SongLyrics] {
        let content = isText ? MarkRun.limited(content) : content
        return switch self {
        case .lrc, .txt: LRCReading(LRCText(content)).any(from: source).map { [$0] } ?? []
        case .ttml, .dfxp: TTMLReader.lyrics(from: content, source: source)
        case .stl: STLReader.lyrics(from: content, source: source).map { [$0] } ?? []
        case .srt: SRTFile.lyrics(from: content, source: source).map { [$0] } ?? []
        case .vtt: WebVTTFile.lyrics(from: content, source: source).map { [$0] } ?? []
        }
    }

    /// The lyrics as a file of this format. Throws `conflict` where the format needs times that the lyrics do not have,
    /// or letters that it does not have.
    package func content(of lyrics: SongLyrics) throws(DomainError) -> [UInt8] {
        switch self {
        case .lrc: return Array(LRCWriter.text(of: lyrics).utf8)
        case .txt: return Array(LRCWriter.plainText(of: lyrics).utf8)
        case .ttml: return Array(TTMLWriter(lyrics, .ttml).text().utf8)
        case .dfxp: return Array(TTMLWriter(lyrics, .dfxp).text().utf8)
        case .stl: return try STLWriter.content(of: try synced(lyrics))
        case .srt: return Array(SRTFile.text(of: try synced(lyrics)).utf8)
        case .vtt: return Array(WebVTTFile.text(of: try synced(lyrics)).utf8)
        }
    }

    private func synced(_ lyrics: SongLyrics) throws(DomainError) -> SongLyrics {
        guard lyrics.isSynced else {
            throw DomainError(
                .conflict,
                "These lyrics have no times, which a file of this format needs. Choose TXT, LRC or TTML.",
                reason: "lyrics_not_synced")
        }
        return lyrics
    }
}

extension StoredLyrics {
    /// The lyrics of the text, with the language that its place states where the text states none.
    package var lyrics: [SongLyrics] {
        format.lyrics(from: content, source: source).map { lyrics in
            var lyrics = lyrics
            lyrics.rights = rights
            if lyrics.kind == .main || lyrics.language == nil { lyrics.language = language ?? lyrics.language }
            return lyrics
        }
    }
}
