package import Administration
package import HTTPSupport
import Hummingbird
import Primitives

/// The server's figures of the last week by the hour, for admins.
package enum FigureHistoryRoutes {
    @TableBuilder<Endpoint> package static func endpoints(history: FigureHistoryService) -> [Endpoint] {
        Endpoint(
            .get, "/api/v1/overview/history", .requires(.administer), tag: "administration",
            "The server's figures by the hour for a week; hours of which nothing is known are left out. rule: how the values of one hour became one",
            reply: FigureHistory.self, capacity: 16 * 1024
        ) { _, context in try await history.history(as: context.principal()) }
    }
}

extension FigureHistory: ObjectBody {
    package static let fields = Fields<Self> {
        Field("from") { Timestamp(milliseconds: $0.first * 3_600_000) }
        Field("hours") { Int($0.last - $0.first + 1) }
        Field("figures", each: { body in body.courses.map { (body.first, $0) } }) {
            Field("name", .choice(of: ServerFigure.self)) { $0.1.figure.rawValue }
            Field("rule", .choice(of: ServerFigure.Rule.self)) { $0.1.figure.rule.rawValue }
            Field("at") { part in part.1.points.map { Int($0.hour - part.0) } }
            Field("values") { part in part.1.points.map { Int($0.value) } }
        }
    }
}
