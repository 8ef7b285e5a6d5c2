package import HTTPSupport
import Hummingbird
package import Listening
import Primitives

/// Internet radio stations.
package enum RadioRoutes {
    @TableBuilder<Endpoint> package static func endpoints(radio: RadioService) -> [Endpoint] {
        let draft = StationDraftBody().schema
        Endpoint(
            .get, "/api/v1/radio", .requires(.browse), tag: "Listening", "Internet radio stations by name",
            reply: ListBody<RadioStation>.self, compressed: true
        ) { _, context in ListBody(try await radio.stations(as: context.principal())) }
        Endpoint(
            .post, "/api/v1/radio", .requiresConfirmed(.administer), tag: "Listening", "Add a station", body: draft,
            reply: RadioStation.self, status: .created
        ) { request, context in
            try await radio.add(StationDraftBody().read(request), as: context.principal(), from: context.remoteAddress)
        }
        Endpoint(
            .put, "/api/v1/radio/{id}", .requiresConfirmed(.administer), tag: "Listening", "Change a station",
            body: draft
        ) { request, context in
            try await radio.change(
                context.id("id"), to: StationDraftBody().read(request), as: context.principal(),
                from: context.remoteAddress)
        }
        Endpoint(
            .delete, "/api/v1/radio/{id}", .requiresConfirmed(.administer), tag: "Listening", "Remove a station"
        ) { _, context in
            try await radio.remove(context.id("id"), as: context.principal(), from: context.remoteAddress)
        }
        Endpoint(
            .put, "/api/v1/radio/{id}/picture", .requiresConfirmed(.administer), tag: "Listening",
            "Set a station's picture: the bytes of a JPEG, PNG or WebP file of at most 5 MiB, cropped to a square",
            upload: Endpoint.pictures, reply: RadioStation.self
        ) { request, context in
            let id: ID<RadioStation> = try context.id("id")
            return try await radio.setPicture(
                request.picture(), of: id, as: context.principal(), from: context.remoteAddress)
        }
        Endpoint(
            .delete, "/api/v1/radio/{id}/picture", .requiresConfirmed(.administer), tag: "Listening",
            "Remove a station's picture", reply: RadioStation.self
        ) { _, context in
            try await radio.removePicture(of: context.id("id"), as: context.principal(), from: context.remoteAddress)
        }
    }
}

/// The values of a new or changed station.
private struct StationDraftBody: InputBody {
    let name = Input<String>("name", .text())
    let stream = Input<String>("streamUrl", .text(upTo: 4096))
    let homePage = Input<String?>("homePageUrl", .text(upTo: 4096))

    func read(_ request: Request) async throws -> StationDraft {
        try await request.read(self) { fields in
            try StationDraft(
                name: fields.read(\.name), stream: fields.read(\.stream), homePage: fields.read(\.homePage))
        }
    }
}

extension RadioStation: ObjectBody {
    package static let component: String? = "RadioStation"
    package static let fields = Fields<Self> {
        Field("id") { $0.id.rawValue }
        Field("name") { $0.name }
        Field("streamUrl") { $0.stream.text }
        Field("homePageUrl") { $0.homePage?.text }
        Field("picture") { $0.picture.map(ImagePath.text) }
        Field("createdAt") { $0.createdAt }
    }
}
