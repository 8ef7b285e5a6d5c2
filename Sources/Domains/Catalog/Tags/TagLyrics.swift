/// Lyrics in a file's tags, plain or with times as LRC has them.
package struct TagLyrics: Sendable, Equatable {
    /// ISO 639-2 as ID3v2 has it, in lower case; nil where the file does not say.
    package var language: String?
    package var text: String

    package init(language: String? = nil, text: String) {
        self.language = language
        self.text = text
    }
}
