package import HTTPSupport
import HTTPTypes
import Hummingbird
package import Listening
import Primitives

/// Internet radio stations.
package struct RadioRoutes: Sendable {
    private let radio: RadioService

    package init(radio: RadioService) {
        self.radio = radio
    }

    package var endpoints: [Endpoint] {
        let draft = StationDraftBody().schema
        return [
            Endpoint(
                .get, "/api/v1/radio", .requires(.browse), tag: "Listening", "Internet radio stations by name",
                reply: .json(.ok, .list(of: .named("RadioStation"))), compressed: true, handler: list),
            Endpoint(
                .post, "/api/v1/radio", .requiresConfirmed(.administer), tag: "Listening", "Add a station",
                body: draft, reply: .json(.created, .named("RadioStation")), handler: add),
            Endpoint(
                .put, "/api/v1/radio/{id}", .requiresConfirmed(.administer), tag: "Listening", "Change a station",
                body: draft, reply: .empty(.noContent), handler: change),
            Endpoint(
                .delete, "/api/v1/radio/{id}", .requiresConfirmed(.administer), tag: "Listening", "Remove a station",
                reply: .empty(.noContent), handler: remove),
            Endpoint(
                .put, "/api/v1/radio/{id}/picture", .requiresConfirmed(.administer), tag: "Listening",
                "Set a station's picture: the bytes of a JPEG, PNG or WebP file of at most 5 MiB, cropped to a square",
                upload: Endpoint.pictures, reply: .json(.ok, .named("RadioStation")), handler: setPicture),
            Endpoint(
                .delete, "/api/v1/radio/{id}/picture", .requiresConfirmed(.administer), tag: "Listening",
                "Remove a station's picture", reply: .json(.ok, .named("RadioStation")), handler: removePicture),
        ]
    }

    @Sendable private func list(_ request: Request, _ context: GatewayContext) async throws -> Response {
        .json(ListBody(try await radio.stations(as: context.principal()).map(RadioStationBody.init)))
    }

    @Sendable private func add(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let station = try await radio.add(
            StationDraftBody().read(request), as: context.principal(), from: context.remoteAddress)
        return .json(RadioStationBody(station: station), status: .created)
    }

    @Sendable private func change(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await radio.change(
            context.id("id"), to: StationDraftBody().read(request), as: context.principal(),
            from: context.remoteAddress)
        return .empty()
    }

    @Sendable private func remove(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await radio.remove(context.id("id"), as: context.principal(), from: context.remoteAddress)
        return .empty()
    }

    @Sendable private func setPicture(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let id: ID<RadioStation> = try context.id("id")
        let bytes = try await request.bytes(upTo: FolderRoutes.pictureLimit)
        let station = try await radio.setPicture(
            Array(bytes.readableBytesView), of: id, as: context.principal(), from: context.remoteAddress)
        return .json(RadioStationBody(station: station))
    }

    @Sendable private func removePicture(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let station = try await radio.removePicture(
            of: context.id("id"), as: context.principal(), from: context.remoteAddress)
        return .json(RadioStationBody(station: station))
    }
}

/// The values of a new or changed station.
private struct StationDraftBody: InputBody {
    let name = Input<String>("name", .text())
    let stream = Input<String>("streamUrl", .text(upTo: 4096))
    let homePage = Input<String?>("homePageUrl", .text(upTo: 4096))

    func read(_ request: Request) async throws -> StationDraft {
        var fields = try await request.input(self)
        let draft = StationDraft(
            name: try fields.read(\.name), stream: try fields.read(\.stream),
            homePage: try fields.read(\.homePage))
        try fields.end()
        return draft
    }
}

struct RadioStationBody: ObjectBody {
    static let component: String? = "RadioStation"
    static let fields = Fields<Self> {
        Field("id") { $0.station.id.rawValue }
        Field("name") { $0.station.name }
        Field("streamUrl") { $0.station.stream.text }
        Field("homePageUrl") { $0.station.homePage?.text }
        Field("picture") { $0.station.picture.map(ImagePath.text) }
        Field("createdAt") { $0.station.createdAt }
    }

    let station: RadioStation
}
