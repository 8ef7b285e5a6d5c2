import Foundation
import Lyrics
import Support
import Testing

@Suite("Subtitles as lyrics") struct SubtitleTests {
    @Test("in SubRip are read without numbers, styles and positions") func subRip() throws {
        let lyrics = try #require(
            read(
                .srt,
                """
                \u{FEFF}1\r
                00:00:01,000 --> 00:00:02,500 X1:40 X2:600\r
                {\\an8}<b>Hello</b> <font color="red">there</font>\r
                1999\r
                \r
                2
                0:00:03.5 --> 0:00:04
                I <3 you

                42

                3
                00:00:05,000 --> 00:00:06,000


                """))
        #expect(lyrics.lines.map(\.text) == ["Hello there", "1999", "I <3 you", "42"])
        #expect(lyrics.lines.map(\.start) == [1000, 1000, 3500, 3500])
        #expect(lyrics.lines.map(\.end) == [2500, 2500, 4000, 4000])
    }

    @Test("in WebVTT have words, voices and entities, without notes and styles") func webVTT() throws {
        let lyrics = try #require(
            read(
                .vtt,
                """
                WEBVTT - title
                Language: EN

                NOTE
                nothing --> to see

                STYLE
                ::cue { color: red }

                intro
                00:01.000 --> 00:04.000 align:start
                <v Nina>Hello <00:02.000>there<00:02.500> <00:03.000>you &amp; me</v>
                <v.group All &amp; one><c.red>&#x266A;&nbsp;la</c>
                <c.bg>ooh</c>

                01:00:00.000 --> 01:00:01.000
                <v Nina>End
                """))
        #expect(lyrics.language == "en")
        #expect(lyrics.lines.map(\.text) == ["Hello there you & me", "♪\u{A0}la", "End"])
        #expect(lyrics.lines[0].words.map(\.start) == [1000, 2000, 3000])
        #expect(lyrics.lines[0].words.map(\.end) == [2000, 2500, 4000])
        #expect(lyrics.lines[1].background?.text == "ooh")
        #expect(lyrics.agents.map(\.name) == ["Nina", "All & one", nil])
        #expect(lyrics.agents.map(\.role) == [.main, .group, .background])
        #expect(lyrics.lines.map(\.agent) == ["v1", "v2", "v1"])
        #expect(lyrics.lines.last?.start == 3_600_000)
        #expect(read(.vtt, "00:01.000 --> 00:04.000\nNo head") == nil)
    }

    @Test("written by ffmpeg are read, and it reads the written ones", arguments: ["srt", "webvtt", "ttml"])
    func written(codec: String) throws {
        let folder = try TemporaryFolder()
        let format: LyricsFormat = codec == "webvtt" ? .vtt : codec == "ttml" ? .ttml : .srt
        let lines = [
            LyricsLine(start: 1000, end: 2500, text: "Hello there"),
            LyricsLine(start: 1000, end: 2500, text: "R&B, 5 > 4"),
            LyricsLine(start: 3_663_040, end: 3_664_000, text: "Żółw"),
        ]
        let lyrics = SongLyrics(source: .sidecar, isSynced: true, lines: lines)
        try Data(LyricsFormat.srt.content(of: lyrics)).write(to: URL(filePath: folder.path + "/in.srt"))
        try ffmpeg(["-f", "srt", "-i", folder.path + "/in.srt", "-c:s", codec, "-f", codec, folder.path + "/out"])
        let bytes = try Data(contentsOf: URL(filePath: folder.path + "/out"))
        #expect(format.lyrics(from: Array(bytes), source: .sidecar).first?.lines == lines)
        guard codec != "ttml" else { return }
        try Data(format.content(of: lyrics)).write(to: URL(filePath: folder.path + "/own"))
        try ffmpeg(["-f", codec, "-i", folder.path + "/own", "-c:s", "srt", "-f", "srt", folder.path + "/back"])
        let back = try Data(contentsOf: URL(filePath: folder.path + "/back"))
        #expect(read(.srt, String(decoding: back, as: UTF8.self))?.lines == lines)
    }

    private func ffmpeg(_ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/ffmpeg")
        process.arguments = ["-nostdin", "-v", "error", "-y"] + arguments
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
    }

    private func read(_ format: LyricsFormat, _ text: String) -> SongLyrics? {
        format.lyrics(from: Array(text.utf8), source: .sidecar).first
    }
}
