import Foundation
package import HTTPSupport
import HTTPTypes
import Hummingbird
import NIOCore
import Primitives
import Shelf
package import Submissions

/// Receives files in chunks and over as many connections as it takes: tus 1.0.0 with the extensions creation,
/// termination, expiration and checksum.
package struct UploadRoutes: Sendable {
    /// The number of bytes that are written at once.
    private static let chunkSize = 256 * 1024

    private let uploads: UploadService
    private let timeout: Duration

    /// - Parameter timeout: the time that an upload waits for its next bytes.
    package init(uploads: UploadService, timeout: Duration) {
        self.uploads = uploads
        self.timeout = timeout
    }

    @TableBuilder<Endpoint> package var endpoints: [Endpoint] {
        let path = "/api/v1/uploads"
        let one = Endpoint.Reply.json(.ok, UploadBody.schema)
        Endpoint(
            .options, path, .requires(.submit), tag: "submissions", "The supported parts of tus",
            reply: .empty(.noContent), handler: tus(requiresVersion: false, options))
        Endpoint(
            .get, path, .requires(.submit), tag: "submissions",
            "The caller's files that are being uploaded or examined", reply: .json(.ok, .list(of: UploadBody.schema))
        ) { _, context in
            let uploads = try await uploads.uploads(as: context.principal())
            return .json(
                ListBody(uploads.map { UploadBody(upload: $0, timeout: timeout) }), capacity: 256 * uploads.count + 64)
        }
        Endpoint(
            .post, path, .requires(.submit), tag: "submissions",
            "Create an upload (tus): Upload-Length, and Upload-Metadata with filename and optionally batch (a UUID that groups an album), submit (true submits it automatically) and wish. Location is the address for its bytes; 413 gives the caller's plan in `plan`",
            reply: .json(.created, UploadBody.schema), handler: tus(requiresVersion: true, create))
        Endpoint(
            .get, path + "/{id}", .requires(.submit), tag: "submissions",
            "An upload; HEAD gives the Upload-Offset to resume from, and ends a running request", reply: one,
            handler: tus(requiresVersion: false, show))
        Endpoint(
            .patch, path + "/{id}", .requires(.submit), tag: "submissions",
            "Send bytes from Upload-Offset on, as application/offset+octet-stream; with Upload-Checksum they count only if the checksum matches",
            upload: ["application/offset+octet-stream"], reply: .empty(.noContent),
            handler: tus(requiresVersion: true, append))
        Endpoint(
            .delete, path + "/{id}", .requires(.submit), tag: "submissions", "Cancel an upload",
            reply: .empty(.noContent), handler: tus(requiresVersion: false, cancel))
        Endpoint(
            .get, "/api/v1/me/giving", .requires(.submit), tag: "submissions",
            "The bytes that the caller's submissions may take, and that those in no library yet take",
            reply: UploadUse.self
        ) { _, context in try await uploads.use(as: context.principal()) }
    }

    /// Every response names the version; a client that uses another one is refused.
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

    private func options(_ request: Request, _ context: GatewayContext) async throws -> Response {
        var response = Response.empty()
        response.headers[TusFields.versions] = TusFields.version
        response.headers[TusFields.extensions] = "creation,termination,expiration,checksum"
        response.headers[TusFields.algorithms] = UploadChecksum.algorithms.joined(separator: ",")
        response.headers[TusFields.maximum] = String(try await uploads.use(as: context.principal()).bounds.file)
        return response
    }

    private func create(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let caller = try context.principal()
        do {
            let upload = try await uploads.create(TusFields.draft(request), as: caller)
            var response = reply(upload, status: .created)
            response.headers[.location] = "/api/v1/uploads/\(upload.id)"
            return response
        } catch let error as DomainError where error.code == .tooLarge {
            // Beside the sentence, for clients that speak other languages.
            let plan = try await uploads.use(as: caller).bounds.plan
            return Problem.response(to: error) { $0.field("plan", plan) }
        }
    }

    private func show(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let caller = try context.principal()
        let id = try context.id("id", of: Submission.self)
        let upload =
            request.method == .head
            ? try await uploads.position(of: id, as: caller) : try await uploads.upload(id, as: caller)
        return reply(upload)
    }

    private func append(_ request: Request, _ context: GatewayContext) async throws -> Response {
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
                guard waiting.count >= Self.chunkSize else { return }
                try await reception.append(waiting)
                waiting.removeAll(keepingCapacity: true)
            }
            if !waiting.isEmpty { try await reception.append(waiting) }
        } catch {
            // The received bytes are stored, so that the client can resume.
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

    private func cancel(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await uploads.cancel(context.id("id"), as: context.principal())
        return .empty()
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

/// A file that is being uploaded.
struct UploadBody: ObjectBody {
    static let component: String? = "Upload"
    static let fields = Fields<Self> {
        Field("id") { $0.upload.id.rawValue }
        Field("name") { $0.upload.name }
        Field("length") { $0.upload.length }
        Field("received") { $0.upload.received }
        Field("state") { $0.upload.state }
        Field("submit") { $0.upload.isSubmitted }
        Field("batch") { $0.upload.batch }
        Field("wishId") { $0.upload.wish?.rawValue }
        Field("reason") { $0.upload.reason }
        Field("detail") { $0.upload.detail }
        Field("createdAt") { $0.upload.createdAt }
        Field("touchedAt") { $0.upload.touchedAt }
        Field("expiresAt") { $0.upload.state != .checking ? $0.upload.touchedAt.advanced(by: $0.timeout) : nil }
    }

    let upload: Upload
    /// The time that the upload waits for its next bytes.
    let timeout: Duration
}

/// The space that a user's submissions take, and its limits.
extension UploadUse: ObjectBody {
    package static let fields = Fields<Self> {
        Field("used") { $0.used }
        Field("limit") { $0.bounds.person }
        Field("fileLimit") { $0.bounds.file }
    }
}

/// The header fields of tus 1.0.0 (https://tus.io/protocols/resumable-upload).
enum TusFields {
    static let version = "1.0.0"
    static let resumable = HTTPField.Name("Tus-Resumable") ?? .server
    static let versions = HTTPField.Name("Tus-Version") ?? .server
    static let extensions = HTTPField.Name("Tus-Extension") ?? .server
    static let maximum = HTTPField.Name("Tus-Max-Size") ?? .server
    static let algorithms = HTTPField.Name("Tus-Checksum-Algorithm") ?? .server
    static let length = HTTPField.Name("Upload-Length") ?? .server
    static let offset = HTTPField.Name("Upload-Offset") ?? .server
    static let metadata = HTTPField.Name("Upload-Metadata") ?? .server
    static let expires = HTTPField.Name("Upload-Expires") ?? .server
    static let checksum = HTTPField.Name("Upload-Checksum") ?? .server

    static func number(_ name: HTTPField.Name, of request: Request) throws(DomainError) -> Int64 {
        guard let text = request.headers[name], let number = Int64(text), number >= 0 else {
            throw .invalid("\(name.rawName) must be a whole number", field: name.rawName)
        }
        return number
    }

    /// Reads the announced upload: the file's `filename`, and optionally `batch`, `submit` and `wish`. Other keys are
    /// ignored, as tus requires.
    static func draft(_ request: Request) throws(DomainError) -> UploadDraft {
        let metadata = try metadata(request.headers[metadata] ?? "")
        guard let name = metadata["filename"] ?? metadata["name"] else {
            throw .invalid("Upload-Metadata must contain filename", field: "filename")
        }
        return try UploadDraft(
            name: name, length: try number(length, of: request), batch: metadata["batch"],
            isSubmitted: metadata["submit"] == "true", wish: metadata["wish"].map { ID<Wish>($0) })
    }

    private static func metadata(_ text: String) throws(DomainError) -> [String: String] {
        guard text.utf8.count <= 8192 else { throw .invalid("Upload-Metadata is too long", field: "Upload-Metadata") }
        var values: [String: String] = [:]
        for pair in text.split(separator: ",") {
            let parts = pair.split(separator: " ", omittingEmptySubsequences: true)
            guard let key = parts.first, parts.count <= 2 else {
                throw .invalid("Upload-Metadata must have keys with Base64", field: "Upload-Metadata")
            }
            guard parts.count == 2 else {
                values[String(key)] = ""
                continue
            }
            guard let data = Data(base64Encoded: String(parts[1])), let value = String(bytes: data, encoding: .utf8)
            else { throw .invalid("Upload-Metadata must have keys with Base64 of UTF-8", field: "Upload-Metadata") }
            values[String(key)] = value
        }
        return values
    }
}
