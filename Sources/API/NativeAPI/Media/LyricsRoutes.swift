import Crypto
package import HTTPSupport
import Hummingbird
package import Lyrics
import NIOCore
import Primitives

/// The lyrics of songs.
package struct LyricsRoutes: Sendable {
    private let lyrics: LyricsService

    package init(lyrics: LyricsService) {
        self.lyrics = lyrics
    }

    @TableBuilder<Endpoint> package var endpoints: [Endpoint] {
        Endpoint(
            .get, "/api/v1/tracks/{id}/lyrics", .requires(.browse), tag: "catalogue",
            "The lyrics of a track, those with the finest times first; with a format, one of them as a file",
            parameters: [
                Endpoint.Parameter(
                    "format", .choice([Self.list] + LyricsFormat.allCases.map(\.rawValue)),
                    "json, the list, by default; all others are files"),
                Endpoint.Parameter(
                    "version", .integer, "Of a file: the place of the lyrics in the list, 0 by default"),
            ], reply: .json(.ok, .list(of: SongLyrics.schema)), compressed: true, handler: show)
    }

    private static let list = "json"

    private func show(_ request: Request, _ context: GatewayContext) async throws -> Response {
        if let format = try Self.format(of: request) { return try await file(as: format, request, context) }
        let all = try await lyrics.lyrics(of: context.id("id"), as: context.principal())
        var json = JSONWriter(capacity: 16 * 1024)
        ListBody(all).write(to: &json)
        let content = json.buffer
        let validators = Self.validators(of: content.readableBytesView)
        // Programs that store the words ask with the tag; caches on the way store nothing.
        let fields: HTTPFields = [.eTag: validators.entityTag, .cacheControl: "private, no-store"]
        if let refusal = Self.refusal(validators, request, fields) { return refusal }
        var response = Response(status: .ok, headers: fields, body: ResponseBody(byteBuffer: content))
        response.headers[.contentType] = "application/json"
        return response
    }

    private static func validators(of content: some Sequence<UInt8>) -> Validators {
        Validators(entityTag: "\"\(SHA256.hash(data: Array(content)).prefix(16).hex)\"", lastModified: nil)
    }

    /// The answer to a conditional request that is sent no content; nil for any other.
    private static func refusal(_ validators: Validators, _ request: Request, _ fields: HTTPFields) -> Response? {
        switch validators.evaluate(request.headers) {
        case .notModified: Response(status: .notModified, headers: fields)
        case .preconditionFailed: Response(status: .preconditionFailed, headers: fields)
        case .proceed: nil
        }
    }

    private func file(as format: LyricsFormat, _ request: Request, _ context: GatewayContext) async throws -> Response {
        let version = try request.text("version", upTo: 8).map { text in
            guard let number = Int(text), number >= 0 else {
                throw DomainError.invalid("version must be a whole number from 0", field: "version")
            }
            return number
        }
        let file = try await lyrics.file(
            of: context.id("id"), as: format, version: version ?? 0, for: context.principal())
        let validators = Self.validators(of: file.content)
        var fields: HTTPFields = [.eTag: validators.entityTag, .cacheControl: "private, no-cache"]
        if let refusal = Self.refusal(validators, request, fields) { return refusal }
        fields[.contentType] = file.mediaType
        fields[.contentDisposition] = AttachmentName.field(Array(file.name.utf8))
        return Response(
            status: .ok, headers: fields, body: ResponseBody(byteBuffer: ByteBuffer(bytes: file.content)))
    }

    /// Nil for the list.
    private static func format(of request: Request) throws(DomainError) -> LyricsFormat? {
        guard let text = try request.text("format", upTo: 16), text != list else { return nil }
        guard let format = LyricsFormat(rawValue: text) else {
            let names = [list] + LyricsFormat.allCases.map(\.rawValue)
            throw .invalid("format must be one of \(names.joined(separator: ", "))", field: "format")
        }
        return format
    }
}

/// Lyrics in one language, from one source.
extension SongLyrics: ObjectBody {
    package static let component: String? = "Lyrics"
    package static let fields = Fields<Self> {
        Field("language") { $0.language }
        Field("kind") { $0.kind }
        Field("source") { $0.source }
        Field("synced") { $0.isSynced }
        Field("artist") { $0.artist }
        Field("title") { $0.title }
        Field("rights", ifPresent: { $0.rights }) {
            Field("provider") { $0.provider }
            Field("copyright") { $0.copyright }
            Field("pixelTrackingUrl") { $0.pixelTrackingURL }
            Field("scriptTrackingUrl") { $0.scriptTrackingURL }
            Field("htmlTrackingUrl") { $0.htmlTrackingURL }
            Field("backlinkUrl") { $0.backlinkURL }
            Field("expiresAt") { $0.expiresAt }
        }
        Field("agents", each: { $0.agents }) {
            Field("id") { $0.id }
            Field("role") { $0.role }
            Field("name") { $0.name }
        }
        Field("lines", each: { $0.lines }) {
            Field("startMs") { $0.start }
            Field("endMs") { $0.end }
            Field("text") { $0.text }
            Field("agent") { $0.agent }
            Field("words") { $0.words.isEmpty ? nil : $0.words }
            Field("background", ifPresent: { $0.background }) {
                Field("text") { $0.text }
                Field("agent") { $0.agent }
                Field("words") { $0.words.isEmpty ? nil : $0.words }
            }
        }
    }
}

/// One word. `byteEnd` is the offset of the first byte after it. Both offsets count bytes of UTF-8 in the line's text.
extension LyricsWord: ObjectBody {
    package static let fields = Fields<Self> {
        Field("startMs") { $0.start }
        Field("endMs") { $0.end }
        Field("byteStart") { $0.range.lowerBound }
        Field("byteEnd") { $0.range.upperBound }
    }
}
