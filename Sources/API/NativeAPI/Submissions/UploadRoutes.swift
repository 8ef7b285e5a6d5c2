package import HTTPSupport
import HTTPTypes
import Hummingbird
import NIOCore
import Primitives
package import Submissions

/// Sends files, in pieces and over as many connections as it takes: tus 1.0.0 with the extensions creation, termination, expiration and checksum.
package struct UploadRoutes: Sendable {
    /// What is written at once.
    private static let piece = 256 * 1024

    private let uploads: UploadService
    private let timeout: Duration

    /// - Parameter patience: how long an upload waits for its next bytes.
    package init(uploads: UploadService, timeout: Duration) {
        self.uploads = uploads
        self.timeout = timeout
    }

    package var endpoints: [Endpoint] {
        let path = "/api/v1/uploads"
        let one = Endpoint.Reply.json(.ok, .named("Upload"))
        return [
            Endpoint(
                .options, path, .requires(.submit), tag: "submissions", "What of tus is spoken here",
                reply: .empty(.noContent), handler: tus(requiresVersion: false, options)),
            Endpoint(
                .get, path, .requires(.submit), tag: "submissions",
                "The own files that are being sent or looked through",
                reply: .json(.ok, .list(of: .named("Upload"))), handler: list),
            Endpoint(
                .post, path, .requires(.submit), tag: "submissions",
                "Announce a file (tus): Upload-Length, and Upload-Metadata with filename and if wanted batch (a UUID that keeps an album together), submit (true hands it in by itself) and wish. Location says where its bytes go",
                reply: .json(.created, .named("Upload")), handler: tus(requiresVersion: true, create)),
            Endpoint(
                .get, path + "/{id}", .requires(.submit), tag: "submissions",
                "One of them; HEAD says by Upload-Offset where to go on, and ends whoever still sends", reply: one,
                handler: tus(requiresVersion: false, show)),
            Endpoint(
                .patch, path + "/{id}", .requires(.submit), tag: "submissions",
                "Send bytes from Upload-Offset on, as application/offset+octet-stream; with Upload-Checksum they count only if they add up",
                upload: ["application/offset+octet-stream"], reply: .empty(.noContent),
                handler: tus(requiresVersion: true, append)),
            Endpoint(
                .delete, path + "/{id}", .requires(.submit), tag: "submissions", "Forget what was sent of a file",
                reply: .empty(.noContent), handler: tus(requiresVersion: false, cancel)),
            Endpoint(
                .get, "/api/v1/me/giving", .requires(.submit), tag: "submissions",
                "How many bytes the caller may give, and has given that are in no library yet",
                reply: .json(.ok, UploadUseBody.schema), handler: use),
        ]
    }

    /// Every answer names the version, and who speaks another is told.
    private func tus(requiresVersion: Bool, _ handler: @escaping Endpoint.Handler) -> Endpoint.Handler {
        { request, context in
            var response: Response
            let version = request.headers[TusFields.resumable]
            if version.map({ $0 != TusFields.version }) ?? requiresVersion {
                response = Problem.response(
                    .preconditionFailed, code: "invalid", "Tus-Resumable must be \(TusFields.version)")
                response.headers[TusFields.versions] = TusFields.version
            } else {
                do {
                    response = try await handler(request, context)
                } catch {
                    response = Problem.response(to: error, context)
                    if (error as? DomainError)?.reason == "checksum_mismatch" {
                        response.status = .init(code: 460, reasonPhrase: "Checksum Mismatch")
                    }
                }
            }
            response.headers[TusFields.resumable] = TusFields.version
            return response
        }
    }

    @Sendable private func options(_ request: Request, _ context: GatewayContext) async throws -> Response {
        var response = Response.empty()
        response.headers[TusFields.versions] = TusFields.version
        response.headers[TusFields.extensions] = "creation,termination,expiration,checksum"
        response.headers[TusFields.algorithms] = UploadChecksum.algorithms.joined(separator: ",")
        response.headers[TusFields.maximum] = String(try await uploads.use(as: context.principal()).bounds.file)
        return response
    }

    @Sendable private func list(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let uploads = try await uploads.uploads(as: context.principal())
        return .json(
            ListBody(uploads.map { UploadBody(upload: $0, timeout: timeout) }), capacity: 256 * uploads.count + 64)
    }

    @Sendable private func create(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let upload = try await uploads.create(TusFields.draft(request), as: context.principal())
        var response = reply(upload, status: .created)
        response.headers[.location] = "/api/v1/uploads/\(upload.id)"
        return response
    }

    @Sendable private func show(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let caller = try context.principal()
        let id = try context.id("id", of: Submission.self)
        let upload =
            request.method == .head
            ? try await uploads.position(of: id, as: caller) : try await uploads.upload(id, as: caller)
        return reply(upload)
    }

    @Sendable private func append(_ request: Request, _ context: GatewayContext) async throws -> Response {
        guard request.headers[.contentType]?.lowercased() == "application/offset+octet-stream" else {
            throw DomainError(.unsupportedMediaType, "Send the bytes as application/offset+octet-stream")
        }
        let offset = try TusFields.number(TusFields.offset, of: request)
        let checksum = try request.headers[TusFields.checksum].map { text throws(DomainError) in
            try UploadChecksum(text)
        }
        let reception = try await uploads.begin(
            context.id("id"), at: offset, checksum: checksum, as: context.principal())
        var waiting: [UInt8] = []
        do {
            try await request.eachPart { part in
                waiting.append(contentsOf: part.readableBytesView)
                guard waiting.count >= Self.piece else { return }
                try await reception.append(waiting)
                waiting.removeAll(keepingCapacity: true)
            }
            if !waiting.isEmpty { try await reception.append(waiting) }
        } catch {
            // What came is kept, for who goes on with it.
            if !(error is DomainError), !waiting.isEmpty { try? await reception.append(waiting) }
            await reception.pause()
            throw error
        }
        let upload = try await reception.finish()
        var response = Response.empty()
        response.headers[TusFields.offset] = String(upload.received)
        expire(upload, &response)
        return response
    }

    @Sendable private func cancel(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await uploads.cancel(context.id("id"), as: context.principal())
        return .empty()
    }

    @Sendable private func use(_ request: Request, _ context: GatewayContext) async throws -> Response {
        .json(UploadUseBody(use: try await uploads.use(as: context.principal())))
    }

    private func reply(_ upload: Upload, status: HTTPResponse.Status = .ok) -> Response {
        var response = Response.json(UploadBody(upload: upload, timeout: timeout), status: status)
        response.headers[TusFields.offset] = String(upload.received)
        response.headers[TusFields.length] = String(upload.length)
        expire(upload, &response)
        return response
    }

    private func expire(_ upload: Upload, _ response: inout Response) {
        guard upload.state == .receiving else { return }
        let seconds = upload.touchedAt.advanced(by: timeout).milliseconds / 1000
        response.headers[TusFields.expires] = HTTPDate(seconds: seconds).text
    }
}
