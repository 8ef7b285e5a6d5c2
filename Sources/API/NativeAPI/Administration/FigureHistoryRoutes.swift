package import Administration
package import HTTPSupport
import Hummingbird
import Primitives

/// The server's figures of the last week by the hour, for admins.
package struct FigureHistoryRoutes: Sendable {
    private let history: FigureHistoryService

    package init(history: FigureHistoryService) {
        self.history = history
    }

    @TableBuilder<Endpoint> package var endpoints: [Endpoint] {
        Endpoint(
            .get, "/api/v1/overview/history", .requires(.administer), tag: "administration",
            "The server's figures by the hour for a week; hours of which nothing is known are left out. rule: how the values of one hour became one",
            reply: FigureHistoryBody.self, capacity: 16 * 1024
        ) { _, context in FigureHistoryBody(history: try await history.history(as: context.principal())) }
    }
}

private struct FigureHistoryBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("from") { Timestamp(milliseconds: $0.history.first * 3_600_000) }
        Field("hours") { Int($0.history.last - $0.history.first + 1) }
        Field("figures", each: { body in body.history.courses.map { (body.history.first, $0) } }) {
            Field("name", .choice(of: ServerFigure.self)) { $0.1.figure.rawValue }
            Field("rule", .choice(of: ServerFigure.Rule.self)) { $0.1.figure.rule.rawValue }
            Field("at") { part in part.1.points.map { Int($0.hour - part.0) } }
            Field("values") { part in part.1.points.map { Int($0.value) } }
        }
    }

    let history: FigureHistory
}
