package import Catalog
package import Primitives

/// Stores the analyses of the libraries' tracks.
package protocol AnalysisStore: Sendable {
    /// Makes every track pending whose analysis is of another version.
    func renew(version: Int) async throws

    /// Pending tracks: the most played first, then the oldest.
    func pending(limit: Int) async throws -> [PendingAnalysis]

    /// The pending ones among these tracks, in their order.
    func pending(among tracks: [ID<Track>]) async throws -> [PendingAnalysis]

    /// Copies an analysis of the same file: of another track, or of the submission that the track was. Returns false
    /// if there is none of this version.
    func reuse(_ pending: PendingAnalysis, version: Int, at instant: Timestamp) async throws -> Bool

    /// Stores a result. It counts only while the track's file is still the one that was pending.
    func record(_ pending: PendingAnalysis, _ sound: AnalyzedSound, at instant: Timestamp) async throws

    /// Records that the track's file cannot be analyzed. It is not tried again until it changes.
    func fail(_ pending: PendingAnalysis, _ problem: AnalysisProblem, at instant: Timestamp) async throws

    /// Skips a track whose file is missing. It is pending again when the file comes back.
    func skip(_ pending: PendingAnalysis) async throws

    /// Albums whose tracks are all analyzed, and whose loudness is not measured yet.
    func unmeasuredAlbums(limit: Int) async throws -> [ID<Album>]

    /// Measures the loudness of an album.
    func measure(_ album: ID<Album>) async throws

    func progress() async throws -> AnalysisProgress

    /// The whole analysis of a track; nil while it is pending or if it failed.
    func sound(of track: ID<Track>, in scope: LibraryScope) async throws -> (revision: Int64, sound: AnalyzedSound)?

    /// The tempo and key of those of the tracks that are analyzed, in no order.
    func figures(of tracks: [ID<Track>], in scope: LibraryScope) async throws -> [TrackFigures]

    /// The features of the present tracks that were analyzed after a revision of `TrackFeatures`; of all after 0. Those
    /// without features are among them, with `none`.
    func features(after revision: Int64) async throws -> [TrackFeatures]

    /// The tracks that could not be analyzed, the latest first.
    func problems(in scope: LibraryScope, _ page: PageRequest) async throws -> Page<AnalysisFault>
}

/// The figures of a track's analysis by which songs are put in an order.
package struct TrackFigures: Sendable, Equatable {
    package let track: ID<Track>
    /// Beats a minute; nil where the sound has no tempo.
    package let tempo: Double?
    /// From 0 to 1.
    package let tempoConfidence: Double
    /// Nil where the sound is of no key.
    package let key: MusicalKey?
    /// From 0 to 1.
    package let energy: Double

    package init(track: ID<Track>, tempo: Double?, tempoConfidence: Double, key: MusicalKey?, energy: Double) {
        self.track = track
        self.tempo = tempo
        self.tempoConfidence = tempoConfidence
        self.key = key
        self.energy = energy
    }
}

/// A track that could not be analyzed.
package struct AnalysisFault: Sendable, Equatable {
    package let track: ID<Track>
    package let title: String
    /// The file's path in its library.
    package let path: String
    package let problem: AnalysisProblem
    package let at: Timestamp

    package init(track: ID<Track>, title: String, path: String, problem: AnalysisProblem, at: Timestamp) {
        self.track = track
        self.title = title
        self.path = path
        self.problem = problem
        self.at = at
    }
}
