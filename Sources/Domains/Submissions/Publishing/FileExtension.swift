import Catalog

/// What a file is called by its content, whatever its giver called it.
enum FileExtension {
    /// Nil for what no scan would take for music.
    static func of(_ audio: AudioProperties) -> String? {
        switch audio.mediaType {
        case "audio/mpeg": "mp3"
        case "audio/flac": "flac"
        case "audio/ogg": audio.codec == "opus" ? "opus" : "ogg"
        case "audio/mp4": "m4a"
        case "audio/aac": "aac"
        case "audio/wav": "wav"
        case "audio/aiff": "aiff"
        case "audio/x-ms-wma": "wma"
        case "audio/x-ape": "ape"
        case "audio/x-wavpack": "wv"
        default: nil
        }
    }
}
