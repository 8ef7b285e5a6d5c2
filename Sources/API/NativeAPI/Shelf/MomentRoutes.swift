import Catalog
package import HTTPSupport
import Hummingbird
import Primitives
package import Shelf

/// Comments that users pin to moments of tracks.
package struct MomentRoutes: Sendable {
    private let moments: MomentService

    package init(moments: MomentService) {
        self.moments = moments
    }

    @TableBuilder<Endpoint> package var endpoints: [Endpoint] {
        Endpoint(
            .get, "/api/v1/tracks/{id}/moments", .requires(.browse), tag: "shelf",
            "The moments of a track by position: the caller's own and those whose authors share their reviews",
            parameters: .paging, reply: Page<MomentBody>.self, capacity: 32 * 1024, compressed: true
        ) { request, context in
            let caller = try context.principal()
            let page = try await moments.moments(of: context.id("id"), request.pageRequest(), as: caller)
            return page.map { MomentBody(moment: $0, reader: caller.user) }
        }
        Endpoint(
            .post, "/api/v1/tracks/{id}/moments", .requires(.takePart), tag: "shelf",
            "Pin a comment to a moment of a track: at most \(MomentService.mostPerTrack) of a user in one track",
            body: MomentDraftBody().schema, reply: MomentBody.self, status: .created
        ) { request, context in
            let (position, text) = try await MomentDraftBody().read(request)
            let caller = try context.principal()
            let moment = try await moments.add(
                text, to: context.id("id"), at: position, as: caller, from: context.remoteAddress)
            return MomentBody(moment: moment, reader: caller.user)
        }
        Endpoint(
            .patch, "/api/v1/moments/{id}", .requires(.takePart), tag: "shelf",
            "Change the text or the position of the caller's moment; absent values stay",
            body: MomentChangeBody().schema, reply: MomentBody.self
        ) { request, context in
            let change = try await MomentChangeBody().read(request)
            let caller = try context.principal()
            let moment = try await moments.edit(
                context.id("id"), change, as: caller, from: context.remoteAddress)
            return MomentBody(moment: moment, reader: caller.user)
        }
        Endpoint(
            .delete, "/api/v1/moments/{id}", .requires(.takePart), tag: "shelf", "Remove the caller's moment"
        ) { _, context in
            try await moments.remove(context.id("id"), as: context.principal(), from: context.remoteAddress)
        }
        Endpoint(
            .put, "/api/v1/moments/{id}/hidden", .requires(.moderate), tag: "shelf",
            "Hide a moment with a reason that its author sees", body: ReasonBody().schema, reply: MomentBody.self
        ) { request, context in
            let reason = try await ReasonBody().read(request)
            return try await setHidden(because: reason, context)
        }
        Endpoint(
            .delete, "/api/v1/moments/{id}/hidden", .requires(.moderate), tag: "shelf", "Show a hidden moment again",
            reply: MomentBody.self
        ) { _, context in try await setHidden(because: nil, context) }
    }

    private func setHidden(because reason: String?, _ context: GatewayContext) async throws -> MomentBody {
        let caller = try context.principal()
        let moment = try await moments.hide(
            context.id("id"), because: reason, as: caller, from: context.remoteAddress)
        return MomentBody(moment: moment, reader: caller.user)
    }
}

/// A moment as the caller sees it.
struct MomentBody: ObjectBody {
    static let component: String? = "Moment"
    static let fields = Fields<Self> {
        Field("id") { $0.moment.id.rawValue }
        Field("trackId") { $0.moment.track.rawValue }
        Field("positionMs") { $0.moment.positionMilliseconds }
        Field("author") { $0.moment.author }
        Field("own") { $0.moment.author.id == $0.reader }
        Field("text") { $0.moment.text }
        Field("at") { $0.moment.createdAt }
        Field("editedAt") { $0.moment.editedAt }
        Field("hidden") { $0.moment.hiding }
    }

    let moment: Moment
    let reader: ID<Person>
}

/// A new moment.
private struct MomentDraftBody: InputBody {
    let position = Input<Int64>("positionMs", .integer(in: 0...Int64(Int32.max)))
    let text = Input<String>("text", .text(upTo: MomentText.longest * 16))

    func read(_ request: Request) async throws -> (position: Int64, text: MomentText) {
        let (position, text) = try await request.read(\.position, \.text, of: self, upTo: 16 * 1024)
        return (position, try MomentText(text))
    }
}

/// A change of a moment by its author.
private struct MomentChangeBody: InputBody {
    let position = Input<Int64?>("positionMs", .integer(in: 0...Int64(Int32.max)))
    let text = Input<String?>("text", .text(upTo: MomentText.longest * 16))

    func read(_ request: Request) async throws -> MomentChange {
        let (position, text) = try await request.read(\.position, \.text, of: self, upTo: 16 * 1024)
        return MomentChange(positionMilliseconds: position, text: try text.map { try MomentText($0) })
    }
}
