import Glibc
import HTTPTypes
package import Hummingbird
import NIOCore
import Synchronization

/// Records each request while it is answered, and refuses requests that have crashed the server twice.
package struct QuarantineMiddleware<Context: RequestContext>: RouterMiddleware {
    private let notes: RequestNotes
    private let fingerprints: RequestFingerprints
    private let refuse: @Sendable (Request) -> Response

    /// - Parameter refuse: the refusal in the form of the request's surface.
    package init(notes: RequestNotes, refuse: @escaping @Sendable (Request) -> Response) {
        self.notes = notes
        self.refuse = refuse
        fingerprints = RequestFingerprints(key: notes.key)
    }

    package func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let head = fingerprints.fingerprint(of: request.method, request.head.path ?? "", request.headers)
        guard !notes.refuses(head) else { return refuse(request) }
        // The path's template, since paths may contain secrets.
        let label = request.method.rawValue + " " + (context.endpointPath ?? "no endpoint")
        guard let note = notes.begin(head, label: label) else { return try await next(request, context) }
        let body = NotedBody(notes, fingerprints, head, note)
        var request = request
        if Self.hasBody(request) { request.body = body.watching(request.body) }
        CrashHook.crash(if: request.head)
        var response: Response
        do {
            response = try await next(request, context)
        } catch is QuarantinedBody {
            return refuse(request)
        }
        if body.isRefused { return refuse(request) }
        note.answer()
        let original = response.body
        response.body = ResponseBody(contentLength: original.contentLength) { writer in
            // The note remains until the response is sent.
            try await original.write(writer)
            body.acquit()
        }
        return response
    }

    /// Like `handle`, for a request without a body whose response is made before this returns. Nil, without calling
    /// `answer`, for a refused request.
    ///
    /// - Parameter label: the method and the path template.
    package func answerAtOnce<Answer>(_ request: HTTPRequest, label: String, _ answer: () -> Answer?) -> Answer? {
        let head = fingerprints.fingerprint(of: request.method, request.path ?? "", request.headerFields)
        guard !notes.refuses(head) else { return nil }
        let note = notes.begin(head, label: label)
        defer { withExtendedLifetime(note) {} }
        CrashHook.crash(if: request)
        let made = answer()
        if made != nil, notes.hasSuspects { notes.acquit(head) }
        return made
    }

    private static func hasBody(_ request: Request) -> Bool {
        switch request.method {
        case .get, .head, .options, .delete: request.headers[.contentLength].map { $0 != "0" } ?? false
        default: true
        }
    }
}

/// A body that begins like that of a refused request.
struct QuarantinedBody: Error {}

/// The known beginning of a request's body, as far as the handler has read it.
private final class NotedBody: Sendable {
    private struct State {
        var prefix: [UInt8] = []
        var isComplete = false
        var fingerprint: RequestFingerprint?
        var isRefused = false
    }

    private let notes: RequestNotes
    private let fingerprints: RequestFingerprints
    private let head: RequestFingerprint
    private let note: RequestNote
    private let state = Mutex(State())

    init(
        _ notes: RequestNotes, _ fingerprints: RequestFingerprints, _ head: RequestFingerprint, _ note: RequestNote
    ) {
        self.notes = notes
        self.fingerprints = fingerprints
        self.head = head
        self.note = note
    }

    var isRefused: Bool { state.withLock { $0.isRefused } }

    func watching(_ body: RequestBody) -> RequestBody {
        RequestBody(asyncSequence: WatchedBody(body: body, noted: self))
    }

    /// Throws when the beginning is that of a refused body.
    func took(_ buffer: ByteBuffer?) throws {
        let fingerprint = state.withLock { state -> RequestFingerprint? in
            guard !state.isComplete else { return nil }
            if let buffer {
                state.prefix += buffer.readableBytesView.prefix(RequestFingerprints.bodyPrefix - state.prefix.count)
            }
            guard buffer == nil || state.prefix.count == RequestFingerprints.bodyPrefix else { return nil }
            state.isComplete = true
            let fingerprint = fingerprints.fingerprint(of: head, withBody: state.prefix)
            state.fingerprint = fingerprint
            return fingerprint
        }
        guard let fingerprint else { return }
        note.refine(fingerprint)
        guard notes.refuses(fingerprint) else { return }
        state.withLock { $0.isRefused = true }
        throw QuarantinedBody()
    }

    /// Called when the request has been answered completely.
    func acquit() {
        guard notes.hasSuspects else { return }
        notes.acquit(head)
        if let fingerprint = state.withLock({ $0.fingerprint }) { notes.acquit(fingerprint) }
    }
}

/// A body that is observed while it is read.
private struct WatchedBody: AsyncSequence, Sendable {
    let body: RequestBody
    let noted: NotedBody

    struct AsyncIterator: AsyncIteratorProtocol {
        var iterator: RequestBody.AsyncIterator
        let noted: NotedBody

        mutating func next() async throws -> ByteBuffer? {
            let buffer = try await iterator.next()
            try noted.took(buffer)
            return buffer
        }
    }

    func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(iterator: body.makeAsyncIterator(), noted: noted)
    }
}

/// A way to crash the server from outside, for tests. Release builds do not contain it.
private enum CrashHook {
    #if DEBUG
        private static let word = getenv("RONDO_DEBUG_CRASH").map { String(cString: $0) }
    #endif

    static func crash(if request: HTTPRequest) {
        #if DEBUG
            if let word, request.path?.contains(word) == true { fatalError("a crash was asked for") }
        #endif
    }
}
