package import HTTPSupport
import Hummingbird
package import Listening
import Primitives

/// The condition of the jukebox. It is steered as a device (`DeviceRoutes`).
package struct JukeboxRoutes: Sendable {
    private let reports: JukeboxReports

    package init(reports: JukeboxReports) {
        self.reports = reports
    }

    @TableBuilder<Endpoint> package var endpoints: [Endpoint] {
        Endpoint(
            .get, "/api/v1/jukebox", .requires(.administer), tag: "administration",
            "The condition of the jukebox: the sound system that the operator has named (null where there is none), whether its program is installed, whether it is switched on (the setting jukebox) and plays, and why it fell silent by itself",
            reply: JukeboxReportBody.self
        ) { _, context in JukeboxReportBody(report: try await reports.report(as: context.principal())) }
    }
}

private struct JukeboxReportBody: ObjectBody {
    static let fields = Fields<Self> {
        Field(nullable: "output") { $0.report.system }
        Field(nullable: "device") { $0.report.device }
        Field("programInstalled") { $0.report.isProgramThere }
        Field("on") { $0.report.isOn }
        Field("playing") { $0.report.isPlaying }
        Field("queueLength") { $0.report.songs }
        Field("problem") { $0.report.problem }
    }

    let report: JukeboxReport
}
