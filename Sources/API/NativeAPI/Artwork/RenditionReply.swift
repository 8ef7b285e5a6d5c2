import Catalog
import HTTPSupport
import HTTPTypes
import Hummingbird
import NIOCore

/// A picture that was made smaller, or a drawing, as an answer.
enum RenditionReply {
    /// - Parameter fields: how long it may be kept, and by whom.
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
