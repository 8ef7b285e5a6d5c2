package import Catalog
package import HTTPSupport
import Hummingbird
import Primitives

/// The outlines of the long lists, which let a client show any part of one.
package enum OutlineRoutes {
    @TableBuilder<Endpoint> package static func endpoints(catalog: CatalogService) -> [Endpoint] {
        Endpoint(
            .get, "/api/v1/tracks/outline", .requires(.browse), tag: "catalogue",
            "The length of a list of tracks, and where its pages and initial letters begin",
            parameters: .trackQuery + [.step], reply: ListOutline.self, capacity: 64 * 1024, compressed: true
        ) { request, context in
            try await catalog.outline(of: request.trackQuery(), step: request.step(), as: context.principal())
        }
        Endpoint(
            .get, "/api/v1/albums/outline", .requires(.browse), tag: "catalogue",
            "The length of a list of albums, and where its pages and initial letters begin",
            parameters: .albumQuery + [.step], reply: ListOutline.self, capacity: 64 * 1024, compressed: true
        ) { request, context in
            try await catalog.outline(of: request.albumQuery(), step: request.step(), as: context.principal())
        }
        Endpoint(
            .get, "/api/v1/artists/outline", .requires(.browse), tag: "catalogue",
            "The length of the list of artists, and where its pages and initial letters begin",
            parameters: .artistQuery + [.step], reply: ListOutline.self, capacity: 64 * 1024, compressed: true
        ) { request, context in
            try await catalog.outline(of: request.artistQuery(), step: request.step(), as: context.principal())
        }
    }
}

extension Endpoint.Parameter {
    static let step = Self("step", .integer, "Items from one cursor to the next, 20 to 500; 100 by default")
}

extension Request {
    func step() throws(DomainError) -> Int {
        guard let text = try text("step", upTo: 16) else { return 100 }
        guard let step = Int(text), ListOutline.steps.contains(step) else {
            throw .invalid(
                "step must be a whole number from \(ListOutline.steps.lowerBound) to \(ListOutline.steps.upperBound)",
                field: "step")
        }
        return step
    }
}

extension ListOutline: ObjectBody {
    package static let component: String? = "Outline"
    package static let fields = Fields<Self> {
        Field("total") { $0.total }
        Field("step") { $0.step }
        Field("cursors") { $0.cursors.map(\.text) }
        Field("letters", each: { $0.letters }) {
            Field("letter") { $0.letter }
            Field("index") { $0.index }
        }
    }
}
