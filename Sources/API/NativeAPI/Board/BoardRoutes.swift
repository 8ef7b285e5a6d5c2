package import Board
package import Catalog
package import HTTPSupport
import Hummingbird
import Primitives
import Shelf

/// The board by days, and its posts.
package struct BoardRoutes: Sendable {
    private let board: BoardService
    private let annotations: AnnotationLookup
    private let outside: OutsideCatalogService

    package init(board: BoardService, annotations: AnnotationLookup, outside: OutsideCatalogService) {
        self.board = board
        self.annotations = annotations
        self.outside = outside
    }

    @TableBuilder<Endpoint> package var endpoints: [Endpoint] {
        Endpoint(
            .get, "/api/v1/board/today", .requires(.browse), tag: "Board", "Today's songs, newest first",
            parameters: .paging, reply: BoardDayBody.self, capacity: 32 * 1024, compressed: true
        ) { request, context in try await board(on: .today, request, context) }
        Endpoint(
            .post, "/api/v1/board/today", .requires(.takePart), tag: "Board",
            "Post a song, one a day; a second one gets 409 with reason already_posted and the first one in `post`. trackId, or outsideId for a song of the outside catalog, which becomes the track when the library has it",
            body: PostDraftBody().schema, reply: .json(.created, PostBody.schema)
        ) { request, context in
            let caller = try context.principal()
            let draft = try await PostDraftBody().read(request) { try await outside.song($0, as: caller) }
            switch try await board.post(draft, as: caller, from: context.remoteAddress) {
            case .posted(let item): return .json(try await self.body(of: item, context), status: .created)
            case .alreadyPosted(let item):
                let own = try await self.body(of: item, context)
                return Problem.response(to: .alreadyPosted) { $0.field("post", own) }
            }
        }
        Endpoint(
            .get, "/api/v1/board/days", .requires(.browse), tag: "Board", "Days with content, newest first",
            parameters: .paging, reply: Page<ListedDay>.self, compressed: true
        ) { request, context in try await board.days(request.pageRequest(), as: context.principal()) }
        Endpoint(
            .get, "/api/v1/board/days/{date}", .requires(.browse), tag: "Board",
            "The songs of a day (2026-11-21, or today), newest first", parameters: .paging,
            reply: BoardDayBody.self, capacity: 32 * 1024, compressed: true
        ) { request, context in try await board(on: context.dayName(), request, context) }
        Endpoint(
            .get, "/api/v1/board/days/{date}/tracks", .requires(.browse), tag: "Board",
            "A day as a playlist: its songs in the order of posting", reply: ListBody<TrackItemBody>.self,
            capacity: 32 * 1024, compressed: true
        ) { _, context in
            let caller = try context.principal()
            let tracks = try await board.playlist(of: context.dayName(), as: caller)
            let annotations = try await annotations.of(tracks: tracks, as: caller)
            return ListBody(tracks.map { TrackItemBody($0, annotations) })
        }
        Endpoint(
            .get, "/api/v1/board/posts/{id}", .requires(.browse), tag: "Board", "One post", reply: PostBody.self,
            compressed: true
        ) { _, context in
            let item = try await board.post(context.id("id", of: Post.self), as: context.principal())
            return try await body(of: item, context)
        }
        Endpoint(
            .delete, "/api/v1/board/posts/{id}", .requires(.takePart), tag: "Board",
            "Remove the caller's post; today's can then be replaced"
        ) { _, context in
            try await board.remove(
                context.id("id", of: Post.self), as: context.principal(), from: context.remoteAddress)
        }
        Endpoint(
            .put, "/api/v1/board/posts/{id}/reactions/{reaction}", .requires(.takePart), tag: "Board",
            "React to a post of today", reply: PostBody.self
        ) { _, context in try await setReaction(to: true, context) }
        Endpoint(
            .delete, "/api/v1/board/posts/{id}/reactions/{reaction}", .requires(.takePart), tag: "Board",
            "Remove the caller's reaction", reply: PostBody.self
        ) { _, context in try await setReaction(to: false, context) }
        Endpoint(
            .put, "/api/v1/board/posts/{id}/hidden", .requires(.moderate), tag: "Board",
            "Hide a post with a reason that its author sees", body: ReasonBody().schema, reply: PostBody.self
        ) { request, context in
            let reason = try await ReasonBody().read(request)
            return try await setHidden(because: reason, context)
        }
        Endpoint(
            .delete, "/api/v1/board/posts/{id}/hidden", .requires(.moderate), tag: "Board", "Show a hidden post again",
            reply: PostBody.self
        ) { _, context in try await setHidden(because: nil, context) }
    }

    private func board(on day: DayName, _ request: Request, _ context: GatewayContext) async throws -> BoardDayBody {
        let caller = try context.principal()
        let board = try await board.board(on: day, request.pageRequest(), as: caller)
        let tracks = (board.posts.items + [board.own].compactMap(\.self)).compactMap(\.track)
        let annotations = try await annotations.of(tracks: tracks, as: caller)
        return BoardDayBody(board: board, annotations: annotations)
    }

    private func setReaction(to isThere: Bool, _ context: GatewayContext) async throws -> PostBody {
        guard let reaction = context.parameters.get("reaction").flatMap({ Reaction(rawValue: String($0)) }) else {
            let names = Reaction.allCases.map(\.rawValue).joined(separator: ", ")
            throw DomainError.invalid("reaction must be one of \(names)", field: "reaction")
        }
        let item = try await board.setReaction(
            reaction, to: isThere, on: context.id("id", of: Post.self), as: context.principal(),
            from: context.remoteAddress)
        return try await body(of: item, context)
    }

    private func setHidden(because reason: String?, _ context: GatewayContext) async throws -> PostBody {
        let item = try await board.hide(
            context.id("id", of: Post.self), because: reason, as: context.principal(), from: context.remoteAddress)
        return try await body(of: item, context)
    }

    private func body(of item: PostItem, _ context: GatewayContext) async throws -> PostBody {
        let tracks = [item.track].compactMap(\.self)
        return PostBody(item: item, annotations: try await annotations.of(tracks: tracks, as: context.principal()))
    }
}

extension GatewayContext {
    /// The path parameter `date`: a date, or `today`. Anything else is not found.
    func dayName() throws(DomainError) -> DayName {
        guard let text = parameters.get("date") else { throw .noDay }
        if text == "today" { return .today }
        guard let day = LocalDay(text: text) else { throw .noDay }
        return .date(day)
    }
}

/// A day of the board with a page of its posts.
struct BoardDayBody: ObjectBody {
    static let component: String? = "BoardDay"
    static let fields = Fields<Self> {
        Field("date") { $0.board.day.text }
        Field("today") { $0.board.isToday }
        Field("startsAt") { $0.board.startsAt }
        Field("endsAt") { $0.board.endsAt }
        Field("now") { $0.board.now }
        Field("timeZone") { $0.board.zone }
        Field("own") { body in body.board.own.map { own in PostBody(item: own, annotations: body.annotations) } }
        Field("items") { body in body.board.posts.items.map { PostBody(item: $0, annotations: body.annotations) } }
        Field("nextCursor") { $0.board.posts.next?.text }
    }

    let board: BoardDay
    let annotations: Annotations
}

/// A day of the archive.
extension ListedDay: ObjectBody {
    package static let fields = Fields<Self> {
        Field("date") { $0.day.text }
        Field("posts") { $0.posts }
        Field("comments") { $0.comments }
        Field("covers") { $0.covers.map(ImagePath.text) }
        Field("people") { $0.people }
    }
}

extension ImagePath {
    fileprivate static func text(_ cover: ListedDay.Cover) -> String {
        switch cover {
        case .image(let key): text(key)
        case .outside(let song): OutsideRoutes.picturePath(of: song)
        }
    }
}
