package import Primitives

/// The lyrics of a track as users of this server wrote them: the song's own words, and translations and pronunciations
/// of them. Without any, those of files apply.
package struct WrittenLyrics: Sendable, Equatable {
    package static let mostParts = 8
    package static let mostLines = 2000
    package static let mostWords = 200
    package static let mostVoices = 16
    /// The longest line, in bytes of UTF-8.
    package static let longestLine = 1000
    /// The latest time of a line or word, in milliseconds.
    package static let latestTime = 24 * 3_600_000

    /// The song's own words first.
    package let parts: [SongLyrics]

    /// Lyrics that were checked when they were written.
    package init(stored parts: [SongLyrics]) {
        self.parts = parts
    }

    /// Checks what somebody wrote. Lines with times are put in their order, and voices are completed.
    ///
    /// - Parameter parts: the main lyrics first. `isSynced` and the source are set here.
    /// - Throws: `invalid` with the field `items`, and a sentence that names the line at fault.
    package init(_ parts: [SongLyrics]) throws(DomainError) {
        guard parts.count <= Self.mostParts else {
            throw Self.fault("Lyrics have at most \(Self.mostParts) languages")
        }
        var checked: [SongLyrics] = []
        for (index, part) in parts.enumerated() {
            guard (part.kind == .main) == (index == 0) else {
                throw Self.fault("The song's own words come first, and only once")
            }
            guard index == 0 || part.language != nil else {
                throw Self.fault("A translation or pronunciation needs a language")
            }
            guard !checked.contains(where: { $0.kind == part.kind && $0.language == part.language }) else {
                throw Self.fault("There are two \(part.kind.rawValue)s in one language")
            }
            checked.append(try Self.checked(part))
        }
        self.parts = checked
    }

    private static func checked(_ part: SongLyrics) throws(DomainError) -> SongLyrics {
        guard part.lines.count <= mostLines else { throw fault("Lyrics have at most \(mostLines) lines") }
        guard part.lines.contains(where: { !$0.text.isEmpty }) else { throw fault("These lyrics have no words") }
        try check(part.language)
        var part = part
        (part.source, part.artist, part.title) = (.written, nil, nil)
        let timed = part.lines.count { $0.start != nil }
        part.isSynced = timed > 0
        let ids = Set(part.agents.map(\.id))
        for (index, line) in part.lines.enumerated() {
            guard (line.start != nil) == part.isSynced else {
                throw fault("Line \(index + 1) has no time. Give one to every line, or to none", "lyrics_half_timed")
            }
            guard !part.isSynced || !line.text.isEmpty else { throw fault("Line \(index + 1) has a time but no words") }
            try check(line, number: index + 1, voices: ids)
        }
        if part.isSynced { part.lines = part.lines.inOrderOfTime }
        part.settleVoices(declared: part.agents)
        return part
    }

    /// A language is a tag of BCP 47 in lower case, such as `pl` or `ja-latn`.
    private static func check(_ language: String?) throws(DomainError) {
        guard let language else { return }
        let subtags = language.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        let isTag = subtags.allSatisfy { subtag in
            (1...8).contains(subtag.count)
                && subtag.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || isDigit($0) }
        }
        guard isTag, (2...3).contains(subtags.first?.count ?? 0), language.utf8.count <= 35 else {
            throw fault("A language is a code such as pl or ja-latn")
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func check(
        _ line: LyricsLine, number: Int, voices: Set<String>
    ) throws(DomainError) {
        try check(line.text, number)
        if let agent = line.agent, !voices.contains(agent) {
            throw fault("Line \(number) names a voice that is not listed")
        }
        if let start = line.start {
            guard (0...latestTime).contains(start), line.end.map({ (start...latestTime).contains($0) }) ?? true else {
                throw fault("The time of line \(number) is not valid")
            }
        } else if line.end != nil || !line.words.isEmpty || line.background?.words.isEmpty == false {
            throw fault("Line \(number) has words with times but no time of its own")
        }
        try check(line.words, in: line.text, number)
        guard let background = line.background else { return }
        guard !background.text.isEmpty else { throw fault("The background of line \(number) has no words") }
        try check(background.text, number)
        try check(background.words, in: background.text, number)
    }

    private static func check(_ text: String, _ number: Int) throws(DomainError) {
        guard text.utf8.count <= longestLine else {
            throw fault("Line \(number) is longer than \(longestLine) bytes")
        }
        // Files would end the line at a separator.
        let isLine = text.unicodeScalars.allSatisfy {
            ![.control, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
        }
        guard isLine else { throw fault("Line \(number) contains a control character") }
    }

    /// Words are in order, do not overlap, begin and end at whole scalars, and all have an end or none has.
    private static func check(_ words: [LyricsWord], in text: String, _ number: Int) throws(DomainError) {
        guard words.count <= mostWords else { throw fault("Line \(number) has more than \(mostWords) timed words") }
        let bytes = Array(text.utf8)
        let isBoundary = { (place: Int) in place == bytes.count || bytes[place] & 0xC0 != 0x80 }
        var (place, time) = (0, 0)
        for word in words {
            guard word.range.lowerBound >= place, !word.range.isEmpty, word.range.upperBound <= bytes.count,
                isBoundary(word.range.lowerBound), isBoundary(word.range.upperBound)
            else { throw fault("The words of line \(number) are not parts of its text, in order") }
            guard word.start >= time, word.start <= latestTime,
                word.end.map({ (word.start...latestTime).contains($0) }) ?? true,
                (word.end == nil) == (words[0].end == nil)
            else { throw fault("The times of the words of line \(number) are not in order") }
            (place, time) = (word.range.upperBound, word.end ?? word.start)
        }
    }

    private static func fault(_ message: String, _ reason: String? = nil) -> DomainError {
        .invalid(message, field: "items", reason: reason)
    }
}
