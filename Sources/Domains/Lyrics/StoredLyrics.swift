/// A text that may hold lyrics, as it was found.
package struct StoredLyrics: Sendable, Equatable {
    package let source: LyricsSource
    package let language: String?
    package let text: String

    package init(source: LyricsSource, language: String?, text: String) {
        self.source = source
        self.language = language
        self.text = text
    }
}
