package import Catalog

/// The formats that a renderer takes, as it lists them itself (UPnP ConnectionManager:1, §2.5.2: entries of
/// `protocol:network:contentFormat:additionalInfo`, separated by commas).
package struct SinkFormats: Sendable, Equatable {
    /// The form in which a renderer gets a track.
    package struct Choice: Sendable, Equatable {
        /// The name by which `request(_:from:)` knows the form again.
        package let form: String
        /// The media type as the renderer spells it.
        package let mediaType: String
        package let ending: String
        /// Whether it is the track's own file, in which every position can be reached.
        package var isOriginal: Bool { form == "original" }
    }

    /// The media types in the order of the list, in lower case.
    private let types: [String]

    package init(_ list: String) {
        types = list.split(separator: ",").compactMap { entry in
            let fields = entry.split(separator: ":", maxSplits: 3, omittingEmptySubsequences: false)
            guard fields.count >= 3, fields[0].lowercased().hasSuffix("http-get") else { return nil }
            return fields[2].split(separator: ";").first.map { $0.lowercased() }
        }
    }

    /// The file as it is where the list has its format; otherwise lossless music as FLAC where that is in the list, and
    /// everything else as MP3, which renderers take even where their list is empty.
    package func choice(for audio: AudioProperties) -> Choice {
        if let format = Self.originals.first(where: { $0.codec == audio.codec && $0.container == audio.mediaType }),
            let type = taken(of: format.types)
        {
            return Choice(form: "original", mediaType: type, ending: format.ending)
        }
        if audio.isLossless, let type = taken(of: Self.flac) {
            return Choice(form: TranscodeFormat.flac.rawValue, mediaType: type, ending: "flac")
        }
        return Choice(
            form: TranscodeFormat.mp3.rawValue, mediaType: taken(of: Self.mp3) ?? Self.mp3[0], ending: "mp3")
    }

    /// The request for a form that was chosen; nil for any other name.
    package static func request(_ form: String, from milliseconds: Int64) -> StreamRequest? {
        switch form {
        case "original": StreamRequest(.original)
        case TranscodeFormat.flac.rawValue: StreamRequest(.format(.flac), offset: milliseconds)
        case TranscodeFormat.mp3.rawValue:
            StreamRequest(.format(.mp3), maximumBitrate: TranscodeFormat.bitrates.last, offset: milliseconds)
        default: nil
        }
    }

    private func taken(of names: [String]) -> String? { names.first(where: types.contains) }

    private static let mp3 = ["audio/mpeg", "audio/mp3", "audio/x-mpeg", "audio/x-mp3", "audio/mpeg3"]
    private static let flac = ["audio/flac", "audio/x-flac"]
    private static let mp4 = ["audio/mp4", "audio/x-m4a", "audio/m4a"]
    private static let ogg = ["audio/ogg", "application/ogg", "audio/x-ogg"]
    private static let wav = ["audio/wav", "audio/x-wav", "audio/wave", "audio/vnd.wave"]

    /// The formats of files, with the names that renderers have for them. A container alone does not tell that a
    /// renderer takes Opus or ALAC.
    private static let originals: [(codec: String, container: String, types: [String], ending: String)] = [
        ("mp3", "audio/mpeg", mp3, "mp3"), ("flac", "audio/flac", flac, "flac"), ("pcm", "audio/wav", wav, "wav"),
        ("pcm", "audio/aiff", ["audio/aiff", "audio/x-aiff"], "aiff"), ("aac", "audio/mp4", mp4, "m4a"),
        ("alac", "audio/mp4", ["audio/alac", "audio/x-alac"], "m4a"),
        ("aac", "audio/aac", ["audio/aac", "audio/x-aac", "audio/aacp", "audio/vnd.dlna.adts"], "aac"),
        ("vorbis", "audio/ogg", ogg, "ogg"), ("opus", "audio/ogg", ["audio/opus", "audio/x-opus"], "opus"),
    ]
}
