package import HTTPSupport
import Hummingbird
package import Lyrics
import Primitives

/// How writing lyrics beside the music went.
package struct SidecarRoutes: Sendable {
    private let sidecars: SidecarService

    package init(sidecars: SidecarService) {
        self.sidecars = sidecars
    }

    @TableBuilder<Endpoint> package var endpoints: [Endpoint] {
        Endpoint(
            .get, "/api/v1/settings/lyrics-files", .requires(.administer), tag: "administration",
            "The number of lyrics files that the server wrote beside the music, and by library the songs whose file it could not write, with the reason",
            reply: SidecarReportBody.self
        ) { _, context in SidecarReportBody(report: try await sidecars.report(as: context.principal())) }
    }
}

private struct SidecarReportBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("written") { $0.report.written }
        Field("failures", each: { $0.report.failures }) {
            Field("libraryId") { $0.library.rawValue }
            Field("library") { $0.name }
            Field("reason") { $0.reason }
            Field("count") { $0.count }
        }
    }

    let report: SidecarReport
}
