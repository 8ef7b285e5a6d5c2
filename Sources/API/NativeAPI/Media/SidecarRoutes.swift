package import HTTPSupport
import Hummingbird
package import Lyrics
import Primitives

/// How writing lyrics beside the music went.
package enum SidecarRoutes {
    @TableBuilder<Endpoint> package static func endpoints(sidecars: SidecarService) -> [Endpoint] {
        Endpoint(
            .get, "/api/v1/settings/lyrics-files", .requires(.administer), tag: "administration",
            "The number of lyrics files that the server wrote beside the music, and by library the songs whose file it could not write, with the reason",
            reply: SidecarReport.self
        ) { _, context in try await sidecars.report(as: context.principal()) }
    }
}

extension SidecarReport: ObjectBody {
    package static let fields = Fields<Self> {
        Field("written") { $0.written }
        Field("failures", each: { $0.failures }) {
            Field("libraryId") { $0.library.rawValue }
            Field("library") { $0.name }
            Field("reason") { $0.reason }
            Field("count") { $0.count }
        }
    }
}
