/// What the demonstration library holds.
struct DemoAlbum: Sendable {
    static let artist = "Rondo Demo Ensemble"

    let title: String
    let date: String
    let genre: String
    let composer: String
    let seed: UInt64
    /// The colours of the cover, as hues from 0 to 1.
    let hues: [Double]
    let pieces: [DemoPiece]

    static let all = [
        DemoAlbum(
            title: "Morning Patterns", date: "2026-03-01", genre: "Ambient", composer: "Ada Rondo", seed: 11,
            hues: [0.55, 0.62, 0.09],
            pieces: [
                DemoPiece(
                    "First Light", .flac, tempo: 72, root: 57,
                    chords: [[0, 4, 7, 11], [9, 12, 16, 19], [5, 9, 12, 16], [7, 11, 14, 17]], seconds: 24),
                DemoPiece(
                    "Kettle Song", .opus, tempo: 96, root: 60,
                    chords: [[0, 4, 7], [5, 9, 12], [7, 11, 14], [0, 4, 7]], seconds: 20),
                DemoPiece(
                    "Window Seat", .mp3, tempo: 84, root: 55,
                    chords: [[0, 3, 7, 10], [8, 12, 15], [3, 7, 10], [10, 14, 17]], seconds: 26),
            ]),
        DemoAlbum(
            title: "Evening Rondo", date: "2026-09-21", genre: "Chamber", composer: "Grace Refrain", seed: 23,
            hues: [0.93, 0.78, 0.03],
            pieces: [
                DemoPiece(
                    "Refrain", .m4a, tempo: 108, root: 62,
                    chords: [[0, 4, 7], [9, 12, 16], [2, 5, 9], [7, 11, 14]], seconds: 20),
                DemoPiece(
                    "Lanterns", .flac, tempo: 66, root: 53,
                    chords: [[0, 4, 7, 14], [4, 7, 11], [5, 9, 12], [5, 8, 12]], seconds: 28),
                DemoPiece(
                    "Refrain, Once More", .opus, tempo: 120, root: 64,
                    chords: [[0, 4, 7], [9, 12, 16], [2, 5, 9], [7, 11, 14]], seconds: 22),
            ]),
    ]
}
