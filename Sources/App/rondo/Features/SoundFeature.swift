import Analysis
import Catalog
import Files
import Gateway
import HTTPSupport
import Logging
import Media
import NIOPosix
import NativeAPI
import Primitives
import Recognition
import SQLiteStore
import ServiceLifecycle
import Shelf
import Streaming

/// The analysis of the libraries' sound, and recognition. Only for the server: two processes would analyze the same
/// tracks.
struct SoundFeature: Feature {
    let analysis: AnalysisService
    let recognition: RecognitionService
    private let analyzed = WakeSignal()
    private let broadcast = Broadcast<AnalysisProgress>(.latest(1))
    private let index: DiskLandmarkIndex
    private let features: Features
    private let streaming: StreamingFeature

    init(_ features: Features, _ streaming: StreamingFeature) async throws {
        self.features = features
        self.streaming = streaming
        let instance = features.instance
        analysis = AnalysisService(
            store: SQLiteAnalysisStore(instance.database), catalog: features.catalog.catalog,
            requested: features.requested)
        index = try await Self.index(instance)
        recognition = await Self.recognition(instance, index)
    }

    static func analyzer(launcher: String, logger: Logger) async -> ConfinedSoundAnalyzer {
        let program = await FFmpegEncoder.find()
        let canFingerprint = if let program { await FFmpegEncoder.hasChromaprint(program) } else { false }
        return ConfinedSoundAnalyzer(
            launcher: launcher, program: program, canFingerprint: canFingerprint, logger: logger)
    }

    static func index(_ instance: Instance, isReadOnly: Bool = false) async throws -> DiskLandmarkIndex {
        try await DiskLandmarkIndex.open(
            folder: instance.settings.data.recognition, isReadOnly: isReadOnly, pool: .singleton,
            logger: Logger(label: "rondo.recognition"))
    }

    static func recognition(_ instance: Instance, _ index: DiskLandmarkIndex) async -> RecognitionService {
        RecognitionService(
            store: SQLiteRecognitionStore(instance.database),
            decoder: FFmpegRecordingDecoder(
                launcher: instance.programPath, program: await FFmpegEncoder.find(),
                logger: Logger(label: "rondo.recognition")),
            index: index, clock: instance.clock, atOnce: instance.settings.recognitions)
    }

    /// The progress of the analysis, at most every second.
    func progress() -> EventFeed<any JSONWritable> {
        broadcast.listen().map { progress -> any JSONWritable in progress }
    }

    var endpoints: [Endpoint] {
        let catalog = features.catalog.catalog
        return AnalysisRoutes.endpoints(analysis: analysis)
            + RecognitionRoutes(recognition: recognition, annotations: features.shelf.lookup) { ids, caller in
                try await catalog.items(for: ids, as: caller)
            }.endpoints
    }

    func jobs(_ jobs: JobMaker) -> [any Service] {
        let (instance, index, analyzed, broadcast) = (features.instance, index, analyzed, broadcast)
        let smartChanges = features.shelf.smartChanges
        let updater = IndexUpdater(
            store: SQLiteRecognitionStore(instance.database), index: index, logger: Logger(label: "rondo.recognition"))
        var all: [any Service] = [
            jobs.make("recognitionIndex", .always) {
                try await updater.run(instance.database.changes.revisions(ofAny: [.analysis, .catalogue]))
            },
            // Tells everybody that rules over the sound may find others, and that more can be recognized: seldom, since
            // an analysis of the whole library takes hours.
            jobs.make("analysisChanges", .always) {
                for await _ in instance.database.changes.revisions(of: .analysis) {
                    smartChanges.record(.analysis)
                    try await Task.sleep(for: .seconds(10))
                }
            },
        ]
        if let rest = instance.settings.analysisRest {
            all.append(jobs.make("analysis", .always) { try await queue(resting: rest).run() })
            all.append(
                jobs.make("analysisProgress", .always) {
                    let store = SQLiteAnalysisStore(instance.database)
                    for await _ in analyzed.turns {
                        broadcast.send(try await store.progress())
                        try await Task.sleep(for: .seconds(1))
                    }
                })
        }
        return all
    }

    private func queue(resting rest: Duration) async -> AnalysisQueue {
        let (instance, scheduler) = (features.instance, streaming.scheduler)
        let logger = Logger(label: "rondo.analysis")
        return AnalysisQueue(
            store: SQLiteAnalysisStore(instance.database), sources: instance.catalogStore,
            files: LibraryFileOpener(), analyzer: await Self.analyzer(launcher: instance.programPath, logger: logger),
            requested: features.requested, clock: instance.clock,
            settings: AnalysisSettings(rest: rest, workers: instance.settings.analysisWorkers) {
                scheduler.load.running > 0
            },
            logger: logger, changed: { [analyzed] in analyzed.wake() })
    }
}
