package import HTTPSupport
import Hummingbird
import NIOCore
package import Portability
import Primitives

/// Exports all of the caller's own data.
package enum ExportRoutes {
    @TableBuilder<Endpoint> package static func endpoints(exports: ExportService) -> [Endpoint] {
        Endpoint(
            .get, "/api/v1/me/export", .requires(.manageOwnAccount), tag: "me",
            "All of the caller's data as JSON and CSV in a zip, made while it is sent; without secrets",
            reply: .bytes(mediaType: "application/zip")
        ) { _, context in
            let caller = try context.principal()
            try exports.authorize(caller)
            let body = ResponseBody { writer in
                try await exports.export(as: caller) { try await writer.write(ByteBuffer(bytes: $0)) }
                try await writer.finish(nil)
            }
            return Response(
                status: .ok,
                headers: [
                    .contentType: "application/zip", .cacheControl: "private, no-store",
                    .contentDisposition: "attachment; filename=\"rondo-export.zip\"",
                ], body: body)
        }
    }
}
