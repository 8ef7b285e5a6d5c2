/// Reads EBU STL of 25 or 30 frames a second. Times begin with the program's start, if the file states one.
struct STLReader {
    private let content: ArraySlice<UInt8>
    private let characters: STLCharacters
    private let framesPerSecond: Int
    private let start: Int

    /// Nil if the content is no EBU STL, or contains no words.
    static func lyrics(from content: [UInt8], source: LyricsSource) -> SongLyrics? {
        guard let reader = STLReader(content.prefix(LyricsFormat.sizeLimit)),
            var lyrics = reader.lines().subtitles(from: source)
        else { return nil }
        lyrics.title = reader.text(of: STLFile.Head.title)
        lyrics.artist = reader.text(of: STLFile.Head.episode)
        lyrics.language = reader.language
        return lyrics
    }

    private init?(_ content: ArraySlice<UInt8>) {
        guard content.count >= STLFile.headSize + STLFile.blockSize else { return nil }
        self.content = content
        switch String(decoding: content[STLFile.Head.diskFormat], as: UTF8.self) {
        case "STL25.01": framesPerSecond = 25
        case "STL30.01": framesPerSecond = 30
        default: return nil
        }
        guard
            let characters = STLCharacters(
                rawValue: String(decoding: content[STLFile.Head.characterTable], as: UTF8.self))
        else { return nil }
        self.characters = characters
        let digits = content[STLFile.Head.programStart].map { Int($0) - 0x30 }
        guard digits.allSatisfy((0...9).contains) else {
            start = 0
            return
        }
        start =
            Self.milliseconds(
                stride(from: 0, to: 8, by: 2).map { UInt8(digits[$0] * 10 + digits[$0 + 1]) }[...], framesPerSecond)
            ?? 0
    }

    private var language: String? {
        UInt8(String(decoding: content[STLFile.Head.language], as: UTF8.self), radix: 16).flatMap {
            STLFile.languages[$0]
        }
    }

    private func text(of field: Range<Int>) -> String? {
        let text = CodePage850.text(content[field])
        return text.isEmpty ? nil : text
    }

    private func lines() -> [LyricsLine] {
        var lines: [LyricsLine] = []
        var text: [UInt8] = []
        for at in stride(from: STLFile.headSize, through: content.count - STLFile.blockSize, by: STLFile.blockSize) {
            let block = content[at..<(at + STLFile.blockSize)]
            let part = block[at + STLFile.Block.extensionNumber]
            // Other numbers hold data of the user.
            guard part == 0xFF || part < UInt8(STLFile.mostBlocks), block[at + STLFile.Block.comment] != 1 else {
                continue
            }
            text += block[(at + STLFile.Block.text)...].prefix { $0 != STLFile.filler }
            guard part == 0xFF else { continue }
            defer { text = [] }
            let times = [STLFile.Block.timeIn, STLFile.Block.timeOut].map { offset in
                Self.milliseconds(block[(at + offset)..<(at + offset + 4)], framesPerSecond)
            }
            guard let begin = times[0], let end = times[1] else { continue }
            for row in text.split(whereSeparator: { $0 == STLFile.lineBreak }) {
                let line = PlainLine.of(characters.text(row))
                guard !line.isEmpty, lines.count < LyricsFormat.lineLimit else { continue }
                let place = max(0, begin - start)
                lines.append(LyricsLine(start: place, end: max(place, end - start), text: line))
            }
        }
        return lines
    }

    private static func milliseconds(_ bytes: ArraySlice<UInt8>, _ framesPerSecond: Int) -> Int? {
        let parts = bytes.map(Int.init)
        guard parts[0] < 24, parts[1] < 60, parts[2] < 60, parts[3] < framesPerSecond else { return nil }
        let seconds = parts[0] * 3600 + parts[1] * 60 + parts[2]
        return seconds * 1000 + (parts[3] * 1000 + framesPerSecond / 2) / framesPerSecond
    }
}
