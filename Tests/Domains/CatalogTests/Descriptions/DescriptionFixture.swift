import Catalog
import Discovery
import Journal
import Primitives
import SQLiteStore
import Support
import Synchronization
import Testing

/// Sources with replies that the test chooses, and the job that queries them.
struct DescriptionFixture {
    final class Client: DescriptionClient {
        private struct State {
            var asked: [String] = []
            var failure: (@Sendable (_ question: String) async throws -> Void)?
            var releases: [FoundRelease] = []
            var firstReleased: String? = "1969-09-26"
            var biography: String? = "From outside"
            var picture: [UInt8]? = TextTagReader.picture("outside")
        }

        private let state = Mutex(State())

        /// The requests since the last call.
        func taken() -> [String] {
            state.withLock { state in
                defer { state.asked = [] }
                return state.asked
            }
        }

        func find(_ releases: [FoundRelease]) { state.withLock { $0.releases = releases } }

        func know(biography: String?, picture: [UInt8]?, firstReleased: String? = nil) {
            state.withLock { state in
                (state.biography, state.picture, state.firstReleased) = (biography, picture, firstReleased)
            }
        }

        /// Sets a closure that is called before each request is answered.
        func onAsk(_ body: (@Sendable (_ question: String) async throws -> Void)?) {
            state.withLock { $0.failure = body }
        }

        private func ask<Answer>(_ question: String, _ answer: (State) -> Answer) async throws -> Answer {
            let failure = state.withLock { state in
                state.asked.append(question)
                return state.failure
            }
            try await failure?(question)
            return state.withLock { answer($0) }
        }

        func base(_ text: String) throws(DomainError) -> String { text }

        func releases(_ names: AlbumNames, at setup: OpenedSetup) async throws -> [FoundRelease] {
            try await ask("releases \(names.title)") { $0.releases }
        }

        func facts(
            of ids: ReleaseIDs, at setup: OpenedSetup
        ) async throws -> (ids: ReleaseIDs, firstReleased: String?)? {
            try await ask("facts \(ids.release ?? "-")") { (ids, $0.firstReleased) }
        }

        func biography(of artist: String, at setup: OpenedSetup) async throws -> (text: String, page: String?)? {
            try await ask("biography \(artist)") { state in
                state.biography.map { ($0, "https://en.wikipedia.org/wiki/\(artist)") }
            }
        }

        func covers(of ids: ReleaseIDs, at setup: OpenedSetup) -> [PicturePlace] {
            [ids.release, ids.group].compactMap(\.self).map {
                PicturePlace(address: "cover \($0)", page: "https://covers.example/\($0)")
            }
        }

        func portrait(of artist: String, at setup: OpenedSetup) async throws -> PicturePlace? {
            try await ask("portrait \(artist) \(setup.key ?? "-")") { _ in
                PicturePlace(address: "picture \(artist)", page: "https://fanart.tv/artist/\(artist)/")
            }
        }

        func picture(at place: PicturePlace, of setup: OpenedSetup) async throws -> [UInt8]? {
            try await ask(place.address) { state in state.picture.map { $0 + Array(place.address.utf8) } }
        }

        func probe(_ setup: OpenedSetup) async throws {
            try await ask("probe \(setup.base)") { _ in }
        }
    }

    let catalog: TestCatalog
    let client = Client()
    let store: SQLiteDescriptionStore
    let service: DescriptionService
    private(set) var runner: DescriptionRunner
    /// Records pauses instead of waiting.
    let pauses = ProviderFixture.Pauses()

    private let reserve: Int64

    /// - Parameters:
    ///   - files: names of files with their lines.
    ///   - reserve: the disk space that must stay free, in bytes.
    init(_ files: [(name: String, lines: [String])], reserve: Int64 = 0) async throws {
        self.reserve = reserve
        catalog = try await TestCatalog()
        for file in files {
            try catalog.music.write(Array(file.name.utf8), Array(file.lines.joined(separator: "\n").utf8))
        }
        try await catalog.scan()
        store = SQLiteDescriptionStore(catalog.database)
        let health = ServiceHealth<DescriptionSource>()
        runner = Self.runner(catalog, client, store, health, pauses, reserve)
        service = DescriptionService(
            store: store, client: client, runner: runner, sealer: Self.sealer, health: health, clock: catalog.clock)
    }

    private static let sealer = SecretSealer(key: Array(0..<32))

    private static func runner(
        _ catalog: TestCatalog, _ client: Client, _ store: SQLiteDescriptionStore,
        _ health: ServiceHealth<DescriptionSource>, _ pauses: ProviderFixture.Pauses, _ reserve: Int64
    ) -> DescriptionRunner {
        let clock = catalog.clock
        return DescriptionRunner(
            store: store, client: client, sealer: sealer, blobs: catalog.blobs, reserve: reserve,
            describer: ImageDescriber(
                store: SQLiteImageFactsStore(catalog.database), processor: catalog.processor, clock: clock),
            health: health, clock: clock
        ) { pause in
            pauses.add(pause)
            clock.advance(by: pause)
            try Task.checkCancellation()
        }
    }

    /// Simulates a restart: only stored data is left.
    mutating func restart() {
        runner = Self.runner(catalog, client, store, ServiceHealth(), pauses, reserve)
    }

    func change(_ source: DescriptionSource, _ change: DescriptionSourceChange) async throws {
        try await service.edit(source, change, as: TestCatalog.admin, by: .gateway)
    }

    func switchOn(_ sources: [DescriptionSource] = DescriptionSource.allCases) async throws {
        for source in sources {
            try await change(
                source, DescriptionSourceChange(key: source.needsKey ? .some("KEY1") : nil, isOn: true))
        }
    }

    func artist(_ name: String) async throws -> ArtistItem? {
        try await catalog.artists().first { $0.name == name }
    }

    /// A listener's view of the artist information.
    func info(_ name: String) async throws -> ArtistInfo {
        let artist = try #require(try await artist(name))
        return try await catalog.discovery.info(of: artist.id, as: TestCatalog.listener)
    }
}
