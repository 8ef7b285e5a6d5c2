package import HTTPSupport
import Hummingbird
package import Listening
import Primitives

/// The condition of the jukebox. It is steered as a device (`DeviceRoutes`).
package enum JukeboxRoutes {
    @TableBuilder<Endpoint> package static func endpoints(reports: JukeboxReports) -> [Endpoint] {
        Endpoint(
            .get, "/api/v1/jukebox", .requires(.administer), tag: "administration",
            "The condition of the jukebox: the sound system that the operator has named (null where there is none), whether its program is installed, whether it is switched on (the setting jukebox) and plays, and why it fell silent by itself",
            reply: JukeboxReport.self
        ) { _, context in try await reports.report(as: context.principal()) }
    }
}

extension JukeboxReport: ObjectBody {
    package static let fields = Fields<Self> {
        Field(nullable: "output") { $0.system }
        Field(nullable: "device") { $0.device }
        Field("programInstalled") { $0.isProgramThere }
        Field("on") { $0.isOn }
        Field("playing") { $0.isPlaying }
        Field("queueLength") { $0.songs }
        Field("problem") { $0.problem }
    }
}
