import Accounts
import Catalog
import Gateway
import HTTPSupport
import NativeAPI
import NetworkClients
import Primitives
import SQLiteStore
import ServiceLifecycle

/// The descriptions of artists and albums from outside sources. Only for the server: two processes would ask twice as often.
struct DescriptionFeature: Feature {
    /// The threads that ask name servers.
    private static let resolvers = 1
    /// The time between two looks for what is to be looked up again.
    private static let look = Duration.seconds(600)

    private let service: DescriptionService
    private let runner: DescriptionRunner
    private let outgoing: OutgoingReader
    private let instance: Instance

    init(_ features: Features) throws {
        instance = features.instance
        let store = SQLiteDescriptionStore(instance.database)
        outgoing = try OutgoingReader(features, threads: Self.resolvers)
        let client = HTTPDescriptions(reader: outgoing.reader)
        let sealer = SecretSealer(key: instance.secret.derive("rondo description source key v1"))
        let health = ServiceHealth<DescriptionSource>()
        runner = DescriptionRunner(
            store: store, client: client, sealer: sealer, blobs: instance.blobs,
            reserve: instance.settings.freeSpaceReserve, describer: instance.describer, health: health,
            clock: instance.clock)
        service = DescriptionService(
            store: store, client: client, runner: runner, sealer: sealer, health: health, clock: instance.clock)
    }

    var endpoints: [Endpoint] { DescriptionRoutes.endpoints(descriptions: service) }

    func jobs(_ jobs: JobMaker) -> [any Service] {
        [
            jobs.make("descriptions", .always, last: outgoing.end) {
                outgoing.start()
                try await runner.work(on: instance.database.changes.revisions(of: .catalogue))
            },
            jobs.make("descriptionTimes", .every(Self.look)) { runner.lookAgain() },
        ]
    }
}
