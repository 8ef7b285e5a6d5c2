/// One piece: a round of chords, broken into notes.
struct DemoPiece: Sendable {
    enum Format: Sendable {
        case flac, opus, mp3, m4a

        var fileExtension: String {
            switch self {
            case .flac: "flac"
            case .opus: "opus"
            case .mp3: "mp3"
            case .m4a: "m4a"
            }
        }
    }

    let title: String
    let format: Format
    /// Beats a minute.
    let tempo: Double
    /// The key, as a MIDI note.
    let root: Int
    /// Semitones above the key, a chord a bar.
    let chords: [[Int]]
    let seconds: Double

    init(_ title: String, _ format: Format, tempo: Double, root: Int, chords: [[Int]], seconds: Double) {
        self.title = title
        self.format = format
        self.tempo = tempo
        self.root = root
        self.chords = chords
        self.seconds = seconds
    }
}
