package import Catalog
package import HTTPSupport
import Hummingbird
import NIOCore
import Primitives

/// Serves covers and pictures by the hash of their content, and drawings by a name. The content of such an address
/// never changes.
package struct ImageRoutes: Sendable {
    private static let immutable: HTTPFields = [.cacheControl: "private, max-age=31536000, immutable"]

    /// A placeholder for an unreadable picture may be replaced by the picture later.
    private static let temporary: HTTPFields = [.cacheControl: "private, max-age=3600"]

    private let artwork: ArtworkService

    package init(artwork: ArtworkService) {
        self.artwork = artwork
    }

    @TableBuilder<Endpoint> package var endpoints: [Endpoint] {
        let sizes = RenditionSize.all.map { String($0.pixels) }.joined(separator: ", ")
        let size = Endpoint.Parameter(
            "size", .integer, "The longer side in pixels, 64 to 1200, rounded up to one of \(sizes); never enlarged")
        let format = Endpoint.Parameter(
            "format", .choice(of: RenditionFormat.self), "With size only; jpeg by default")
        Endpoint(
            .get, "/api/v1/images/{key}", .requires(.browse), tag: "catalogue",
            "A cover or picture, original or scaled down to size; a drawing if it cannot be shown",
            parameters: [size, format], reply: .bytes(mediaType: "image/*"), handler: show)
        Endpoint(
            .get, "/api/v1/drawings", .requires(.browse), tag: "catalogue",
            "A drawing for an item without a picture, always the same for the same name",
            parameters: [Endpoint.Parameter("name", .text, "At most 256 bytes"), size, format],
            reply: .bytes(mediaType: "image/*")
        ) { request, context in
            guard let name = try request.text("name") else {
                throw DomainError.invalid("name is missing", field: "name")
            }
            guard let (size, format) = try form(request) else {
                throw DomainError.invalid("size is missing", field: "size")
            }
            return RenditionReply.response(
                try await artwork.drawing(for: name, size: size, format: format, as: context.principal()), to: request,
                context, fields: Self.immutable)
        }
    }

    private func show(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let key = context.parameters.get("key") ?? ""
        guard let (size, format) = try form(request) else {
            guard let image = try await artwork.openUnlessBroken(key, as: context.principal()) else {
                let drawing = try await artwork.drawing(
                    for: key, size: .standard, format: .jpeg, as: context.principal())
                return RenditionReply.response(drawing, to: request, context, fields: Self.temporary)
            }
            return FileResponder(
                file: image.file, validators: Validators(entityTag: "\"\(image.key.hex)\"", lastModified: nil),
                mediaType: image.kind.mediaType, fields: Self.immutable
            ).respond(to: request, on: context.channel)
        }
        let made = try await artwork.rendition(
            of: key, orDrawing: key, size: size, format: format, as: context.principal())
        return RenditionReply.response(
            made, to: request, context, fields: made.0.isDrawing ? Self.temporary : Self.immutable)
    }

    /// Nil when no size is requested.
    private func form(_ request: Request) throws -> (RenditionSize, RenditionFormat)? {
        let format: RenditionFormat? = try request.choice("format")
        guard let text = try request.text("size") else {
            guard format == nil else { throw DomainError.invalid("format needs a size", field: "format") }
            return nil
        }
        return (try RenditionSize(parameter: text), format ?? .jpeg)
    }
}

extension Request {
    /// The parameter `size` in pixels; `usual` when it is absent.
    func renditionSize(usual: Int) throws(DomainError) -> RenditionSize {
        try RenditionSize(parameter: text("size") ?? "\(usual)")
    }
}

extension RenditionSize {
    /// Throws `invalid` for a text that is no size.
    fileprivate init(parameter text: String) throws(DomainError) {
        guard let size = Int(text).flatMap({ RenditionSize(atLeast: $0) }) else {
            throw .invalid("size must be a whole number from 64 to 1200", field: "size")
        }
        self = size
    }
}

extension ArtworkService {
    /// The picture as JPEG, or a drawing for `name` where there is none or it cannot be shown.
    func thumbnail(
        of picture: BlobKey?, orDrawing name: String, size: RenditionSize, as caller: Principal
    ) async throws -> (Rendition, RenditionContent) {
        guard let picture else { return try await drawing(for: name, size: size, format: .jpeg, as: caller) }
        return try await rendition(of: picture.hex, orDrawing: name, size: size, format: .jpeg, as: caller)
    }
}

/// A response with a scaled picture or a drawing.
enum RenditionReply {
    /// - Parameter fields: header fields that say how long, and by whom, it may be cached.
    static func response(
        _ made: (rendition: Rendition, content: RenditionContent), to request: Request, _ context: GatewayContext,
        fields: HTTPFields
    ) -> Response {
        let validators = Validators(entityTag: "\"\(made.rendition.name)\"", lastModified: nil)
        let mediaType = made.rendition.format.mediaType
        switch made.content {
        case .file(let file):
            return FileResponder(file: file, validators: validators, mediaType: mediaType, fields: fields)
                .respond(to: request, on: context.channel)
        case .bytes(let bytes):
            var fields = fields
            fields[.eTag] = validators.entityTag
            fields[.acceptRanges] = "bytes"
            switch validators.evaluate(request.headers) {
            case .preconditionFailed: return Response(status: .preconditionFailed, headers: fields)
            case .notModified: return Response(status: .notModified, headers: fields)
            case .proceed: break
            }
            fields[.contentType] = mediaType
            // A range may be ignored (RFC 9110 §14.2); the next request finds the file.
            return Response(status: .ok, headers: fields, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
        }
    }
}

/// The properties of an album's or a track's cover beside its address, once they are known.
extension ImageFacts: ObjectBody {
    package static let fields = Fields<Self> {
        Field("coverWidth") { $0.width }
        Field("coverHeight") { $0.height }
        Field(allOf: ColorsBody.self) { ColorsBody(colors: $0.colors) }
    }
}

/// The colors of a picture, or of several that are shown as one.
struct ColorsBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("colors", each: { $0.colors }) {
            Field("hex") { $0.hex }
            Field("weight") { Double($0.share) / 1000 }
        }
    }

    let colors: [ImageColor]
}

/// The addresses of images. An address changes with the image's content, so caches may store it forever.
enum ImagePath {
    static func text(_ key: BlobKey) -> String {
        "/api/v1/images/\(key.hex)"
    }
}
