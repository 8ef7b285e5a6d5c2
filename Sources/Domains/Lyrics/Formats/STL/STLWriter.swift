import Primitives

/// Writes EBU STL of 25 frames a second, so its times are multiples of 40 ms. Lyrics have no dates of their own: the
/// file states 1 January 1970.
enum STLWriter {
    private static let millisecondsPerFrame = 40
    private static let lastFrame = 24 * 3600 * 25 - 1

    /// Throws `conflict` if the lyrics contain letters that no table of the format has.
    static func content(of lyrics: SongLyrics) throws(DomainError) -> [UInt8] {
        let cues = SubtitleCue.all(of: lyrics)
        let table = STLCharacters.fitting(lyrics)
        guard let table else {
            throw DomainError(
                .conflict, "EBU STL has no letters for these words. Choose TTML or WebVTT.",
                reason: "letters_not_in_format")
        }
        var blocks: [UInt8] = []
        for (index, cue) in cues.enumerated() {
            var text: [UInt8] = []
            for (row, line) in cue.texts.enumerated() {
                text += (row == 0 ? [] : [STLFile.lineBreak]) + table.bytes(line)
            }
            add(text, number: index, cue, to: &blocks)
        }
        let count = blocks.count / STLFile.blockSize
        return head(lyrics, table, cues: cues, blocks: count) + blocks
    }

    private static func add(_ text: [UInt8], number: Int, _ cue: SubtitleCue, to blocks: inout [UInt8]) {
        let text = text.prefix(STLFile.mostBlocks * STLFile.textSize)
        let parts = max(1, (text.count + STLFile.textSize - 1) / STLFile.textSize)
        for part in 0..<parts {
            blocks.append(0)
            blocks += [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
            blocks.append(part == parts - 1 ? 0xFF : UInt8(part))
            blocks.append(0)
            blocks += time(cue.start) + time(cue.end)
            // The lowest rows, centered, and no comment.
            blocks += [20, 2, 0]
            let piece = text.dropFirst(part * STLFile.textSize).prefix(STLFile.textSize)
            blocks += piece + Array(repeating: STLFile.filler, count: STLFile.textSize - piece.count)
        }
    }

    /// Hours, minutes, seconds and frames.
    private static func time(_ milliseconds: Int) -> [UInt8] {
        let frames = min(milliseconds / millisecondsPerFrame, lastFrame)
        let seconds = frames / 25
        return [UInt8(seconds / 3600), UInt8(seconds / 60 % 60), UInt8(seconds % 60), UInt8(frames % 25)]
    }

    private static func head(_ lyrics: SongLyrics, _ table: STLCharacters, cues: [SubtitleCue], blocks: Int) -> [UInt8]
    {
        var head = [UInt8](repeating: 0x20, count: STLFile.headSize)
        func set(_ field: Range<Int>, _ bytes: some Collection<UInt8>) {
            for (place, byte) in zip(field, bytes) { head[place] = byte }
        }
        func set(_ field: Range<Int>, _ number: Int) {
            let digits = String(number)
            set(field, (String(repeating: "0", count: max(0, field.count - digits.count)) + digits).utf8)
        }
        set(STLFile.Head.codePage, "850".utf8)
        set(STLFile.Head.diskFormat, "STL25.01".utf8)
        set(STLFile.Head.displayStandard, "0".utf8)
        set(STLFile.Head.characterTable, table.rawValue.utf8)
        let code = STLFile.languages.first { $0.value == lyrics.language }?.key ?? 0
        set(STLFile.Head.language, ((code < 16 ? "0" : "") + String(code, radix: 16, uppercase: true)).utf8)
        set(STLFile.Head.title, CodePage850.bytes(lyrics.title ?? ""))
        set(STLFile.Head.episode, CodePage850.bytes(lyrics.artist ?? ""))
        for field in [STLFile.Head.created, STLFile.Head.revised] { set(field, "700101".utf8) }
        set(STLFile.Head.revision, 0)
        set(STLFile.Head.blocks, blocks)
        set(STLFile.Head.subtitles, cues.count)
        set(STLFile.Head.groups, 1)
        set(STLFile.Head.characters, 40)
        set(STLFile.Head.rows, 23)
        set(STLFile.Head.timeStatus, "1".utf8)
        set(STLFile.Head.programStart, "00000000".utf8)
        set(STLFile.Head.firstCue, time(cues.first?.start ?? 0).flatMap { LRCWriter.two(Int($0)).utf8 })
        set(STLFile.Head.disks, "1".utf8)
        set(STLFile.Head.disk, "1".utf8)
        set(STLFile.Head.country, "XXX".utf8)
        return head
    }
}
