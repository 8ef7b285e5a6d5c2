import Catalog
package import HTTPSupport
import Hummingbird
import NIOCore
package import Portability
import Primitives

/// Imports the caller's data from elsewhere: another Rondo, ListenBrainz, Last.fm, and services that
/// rent music.
package struct ImportRoutes: Sendable {
    /// The largest file in bytes: a lifetime's history, compressed.
    private static let longestFile = 1 << 30

    private let queue: ImportQueue
    private let folder: any ImportFolder

    package init(queue: ImportQueue, folder: any ImportFolder) {
        self.queue = queue
        self.folder = folder
    }

    @TableBuilder<Endpoint> package var endpoints: [Endpoint] {
        let path = "/api/v1/me/import"
        Endpoint(
            .post, path, .requires(.manageOwnAccount), tag: "me",
            "Examine the bytes of an export of Rondo (zip), ListenBrainz (zip, JSON, JSON lines), Last.fm (CSV, JSON), Spotify (zip, JSON, Exportify CSV), Apple Music (XML), YouTube Music (zip, CSV) or a converter (CSV), at most 1 GiB; nothing is changed yet",
            parameters: [
                Endpoint.Parameter("name", .text, "The file's name, which names a playlist if nothing in it does")
            ],
            upload: [
                "application/zip", "application/json", "application/jsonl", "application/xml", "text/csv",
            ], reply: ImportBody.self, status: .accepted, handler: examine)
        Endpoint(
            .get, path, .requires(.listen), tag: "me", "The progress of the caller's import, and its preview or result",
            reply: ImportBody.self, capacity: 4096
        ) { _, context in ImportBody(state: try await queue.state(as: context.principal())) }
        Endpoint(
            .post, path + "/run", .requires(.manageOwnAccount), tag: "me",
            "Run the examined import. Existing data stays as it is, so running it again duplicates nothing",
            reply: ImportBody.self, status: .accepted
        ) { _, context in
            let caller = try context.principal()
            try await queue.run(as: caller)
            return ImportBody(state: try await queue.state(as: caller))
        }
        Endpoint(
            .delete, path, .requires(.manageOwnAccount), tag: "me",
            "Discard the caller's import; running work ends, and imported data stays"
        ) { _, context in try await queue.forget(as: context.principal()) }
    }

    private func examine(_ request: Request, _ context: GatewayContext) async throws -> ImportBody {
        let caller = try context.principal()
        let name = try request.text("name", upTo: 1024) ?? ""
        try await queue.admit(caller)
        let file: String
        do {
            file = try await receive(request)
        } catch {
            await queue.release(caller)
            throw error
        }
        try await queue.examine(file, named: name, as: caller, from: context.remoteAddress)
        return ImportBody(state: try await queue.state(as: caller))
    }

    /// - Returns: the file's name in the import folder. A file that did not arrive whole is removed.
    private func receive(_ request: Request) async throws -> String {
        let tooLarge = DomainError(.tooLarge, "The file is larger than \(Self.longestFile >> 30) GiB")
        if let declared = request.headers[.contentLength] {
            guard let length = Int(declared), length <= Self.longestFile else { throw tooLarge }
        }
        let upload = try await folder.begin()
        do {
            var size = 0
            try await request.eachPart { part in
                size += part.readableBytes
                guard size <= Self.longestFile else { throw tooLarge }
                try await upload.append(Array(part.readableBytesView))
            }
            guard size > 0 else { throw DomainError(.invalid, "The file is empty", reason: "import_unreadable") }
            return upload.name
        } catch {
            await folder.remove(upload.name)
            throw error
        }
    }
}

/// The progress of the caller's import, and its result or preview.
struct ImportBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("state") { $0.phase }
        Field("done") { $0.done }
        Field("total") { $0.total }
        Field("reason") { $0.failure?.reason }
        Field("message") { $0.failure?.message }
        Field("report", ifPresent: { $0.report }) {
            Field("source") { $0.source }
            Field(
                "counts",
                each: { report in ImportKind.allCases.compactMap { kind in report.counts[kind].map { (kind, $0) } } }
            ) {
                Field("kind") { $0.0 }
                Field("found") { $0.1.found }
                Field("added") { $0.1.added }
                Field("present") { $0.1.present }
                Field("unmatched") { $0.1.unmatched }
            }
            Field("playlists", each: { $0.playlists }) {
                Field("name") { $0.name }
                Field("exact") { $0.matched[.exact] ?? 0 }
                Field("sure") { $0.matched[.sure] ?? 0 }
                Field("likely") { $0.matched[.likely] ?? 0 }
                Field("missing") { $0.awaited }
                Field("present") { $0.present }
            }
            Field("unreadable") { $0.unreadable }
            Field("unmatched") { $0.unmatched }
        }
    }

    private enum Phase: String, CaseIterable {
        case none, examining, ready, running, finished, failed
    }

    let state: ImportState?

    private var phase: Phase {
        switch state {
        case nil: .none
        case .examining: .examining
        case .ready: .ready
        case .running: .running
        case .finished: .finished
        case .failed: .failed
        }
    }

    private var done: Int? {
        switch state {
        case .examining(let found): found
        case .running(let done, _): done
        default: nil
        }
    }

    private var total: Int? {
        if case .running(_, let total) = state { total } else { nil }
    }

    private var report: ImportReport? {
        switch state {
        case .ready(let report), .finished(let report): report
        default: nil
        }
    }

    private var failure: (reason: String, message: String)? {
        if case .failed(let reason, let message) = state { (reason, message) } else { nil }
    }
}
