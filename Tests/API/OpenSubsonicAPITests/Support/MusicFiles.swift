import Foundation
import Support
import Testing

extension RestFixture {
    /// `RestFixture` shows the tree of these files.
    static func writeMusic(_ folder: String) throws {
        let nina = [("TPE1", "Nina Simone"), ("TPE2", "Nina Simone")]
        let blues =
            nina + [("TALB", "Pastel Blues"), ("TYER", "1965"), ("TCON", "Jazz"), ("TXXX", "BARCODE\0123")]
        let release = ("TXXX", "MusicBrainz Album Id\u{0}0af2bb6b-5e29-4d3b-9a3f-7b2d3a6a1f10")
        try write(
            folder, "Music/Nina Simone/Pastel Blues/01 Be My Husband.wav", seed: 1,
            blues + [
                ("TIT2", "Be My Husband"), ("TRCK", "1/2"), ("TCOM", "Andy Stroud"), ("TSRC", "USPH16500001"),
                ("TBPM", "72"), release,
            ])
        try write(
            folder, "Music/Nina Simone/Pastel Blues/02 Sinnerman.wav", seed: 2,
            blues + [
                ("TIT2", "Sinnerman"), ("TRCK", "2/2"), release, ("TXXX", "REPLAYGAIN_TRACK_GAIN\u{0}-3.50 dB"),
                ("TXXX", "REPLAYGAIN_TRACK_PEAK\u{0}0.912"),
            ])
        try Data("[00:01.00]<00:01.00>Oh <00:01.50>Sinnerman\n[00:05.00]Where you gonna run to?\n".utf8)
            .write(to: URL(fileURLWithPath: folder + "/Music/Nina Simone/Pastel Blues/02 Sinnerman.lrc"))
        try Data("Eunice Waymon sang, played and fought.".utf8).write(
            to: URL(fileURLWithPath: folder + "/Music/Nina Simone/biography.txt"))
        try writePicture(folder + "/Music/Nina Simone/Pastel Blues/cover.png")
        let priestess = nina + [("TALB", "High Priestess"), ("TYER", "1967"), ("TCON", "Soul"), ("TRCK", "1/1")]
        try write(
            folder, "Music/Nina Simone/High Priestess/disc 1/01 Don't Smoke in Bed.wav", seed: 3,
            priestess + [("TIT2", "Don't Smoke in Bed"), ("TPOS", "1/2"), ("TSST", "Evening")])
        try write(
            folder, "Music/Nina Simone/High Priestess/disc 2/01 Blue & Sentimental.wav", seed: 4,
            priestess + [("TIT2", "Blue & <Sentimental>"), ("TPOS", "2/2"), ("TSST", "Night")])
        let sampler = [
            ("TALB", "Sampler"), ("TPE2", "Various Artists"), ("TCMP", "1"), ("TYER", "1999"), ("TCON", "Pop"),
        ]
        try write(
            folder, "Music/Various/Sampler/01 Lodz.wav", seed: 5,
            sampler + [("TIT2", "Lód\u{E9} \"by night\""), ("TPE1", "Kora"), ("TRCK", "1")])
        try write(
            folder, "Music/Various/Sampler/02 Sinnerman.wav", seed: 6,
            sampler + [("TIT2", "Sinnerman (live)"), ("TPE1", "Nina Simone"), ("TRCK", "2")])
        try write(folder, "Music/Loose end.wav", seed: 7, [("TIT2", "Loose end"), ("TPE1", "Kora")])
        try write(
            folder, "Private/Secret Band/Hidden/01 Unheard.wav", seed: 8,
            [
                ("TIT2", "Unheard"), ("TPE1", "Secret Band"), ("TALB", "Hidden"), ("TYER", "2001"), ("TCON", "Noise"),
            ])
        try writePicture(folder + "/Private/Secret Band/Hidden/cover.png", bytes: 70)
    }

    /// The SHA-256 of the picture that is truncated after 70 bytes.
    static let cutPicture = "f10e016e722df34358a99068535718a1e74fa2d5f7467c724550089361ddf4d7"

    private static func write(_ root: String, _ path: String, seed: UInt64, _ tags: [(String, String)]) throws {
        let url = URL(fileURLWithPath: root + "/" + path)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(TaggedWAV.file(tags, seed: seed)).write(to: url)
    }

    /// A picture of 80 pixels a side, in one color. `bytes` truncates it.
    private static func writePicture(_ path: String, bytes: Int? = nil) throws {
        let picture =
            "iVBORw0KGgoAAAANSUhEUgAAAFAAAABQCAIAAAABc2X6AAAAaElEQVR42u3PAQ0AAAgDoIcwnYmNZQ9lowCZrlciLCwsLCwsLCws"
            + "LCwsLCwsLCwsLCwsLCwsLCwsLCwsLCwsLCwsLCwsLCwsLCwsLCwsLCwsLCwsLCwsLCwsLCwsLCwsLCwsLCwsfMkCoABHwykX4dQA"
            + "AAAASUVORK5CYII="
        let whole = try #require(Data(base64Encoded: picture))
        try whole.prefix(bytes ?? whole.count).write(to: URL(fileURLWithPath: path))
    }
}
