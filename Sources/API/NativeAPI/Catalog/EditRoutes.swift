import Accounts
package import Catalog
package import HTTPSupport
import HTTPTypes
import Hummingbird
package import Listening
import Primitives

/// Corrects the tags of files, for moderators.
package struct EditRoutes: Sendable {
    private let edits: EditService
    private let catalog: CatalogService
    private let listening: ListeningService
    private let annotations: AnnotationLookup

    package init(
        edits: EditService, catalog: CatalogService, listening: ListeningService, annotations: AnnotationLookup
    ) {
        self.edits = edits
        self.catalog = catalog
        self.listening = listening
        self.annotations = annotations
    }

    package var endpoints: [Endpoint] {
        let (names, number) = (Schema.nullable(.array(.text)), Schema.nullable(.integer))
        let common = [("albumArtists", names), ("genres", names), ("year", number), ("cover", Schema.nullable(.text))]
        let what = "what is absent stays, null goes back to what the file says; a cover is set by PUT"
        return [
            Endpoint(
                .patch, "/api/v1/tracks/{id}", .requires(.moderate), tag: "edits", "Correct a track: \(what)",
                body: .object(
                    required: [],
                    optional: [
                        ("title", .nullable(.text)), ("artists", names), ("album", .nullable(.text)),
                        ("trackNumber", number), ("discNumber", number),
                    ] + common),
                reply: .json(.ok, .named("Track")), handler: editTrack),
            Endpoint(
                .put, "/api/v1/tracks/{id}/cover", .requires(.moderate), tag: "edits",
                "Give a track a cover: the bytes of a JPEG, PNG or WebP file of at most 20 MiB",
                upload: Endpoint.pictures, reply: .json(.ok, .named("Track")), handler: coverTrack),
            Endpoint(
                .get, "/api/v1/tracks/{id}/edits", .requires(.moderate), tag: "edits",
                "Who has corrected what about a track, newest first", parameters: .paging,
                reply: .json(.ok, .page(of: .named("TrackEdit"))), handler: history),
            Endpoint(
                .post, "/api/v1/tracks/{id}/edits/{edit}/undo", .requires(.moderate), tag: "edits",
                "Take a correction back, unless the same field has been changed again since",
                reply: .json(.ok, .named("Track")), handler: undo),
            Endpoint(
                .patch, "/api/v1/albums/{id}", .requires(.moderate), tag: "edits",
                "Correct all tracks of an album alike: \(what). Its id is another where it has become part of an album that was there",
                body: .object(required: [], optional: [("name", .nullable(.text))] + common),
                reply: .json(.ok, .named("Album")), handler: editAlbum),
            Endpoint(
                .put, "/api/v1/albums/{id}/cover", .requires(.moderate), tag: "edits",
                "Give an album and its tracks a cover: the bytes of a JPEG, PNG or WebP file of at most 20 MiB",
                upload: Endpoint.pictures, reply: .json(.ok, .named("Album")), handler: coverAlbum),
        ]
    }

    @Sendable private func editTrack(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let id: ID<Track> = try context.id("id")
        var fields = try await request.jsonFields()
        var change = try EditFields.common(&fields)
        change.title = try EditFields.text("title", &fields)
        change.artists = try EditFields.names("artists", &fields)
        change.album = try EditFields.text("album", &fields)
        change.trackNumber = try EditFields.number("trackNumber", &fields)
        change.discNumber = try EditFields.number("discNumber", &fields)
        try fields.end()
        try await edits.edit(id, change, as: context.principal(), by: context.caller().actor)
        return try await reply(id, context)
    }

    @Sendable private func editAlbum(_ request: Request, _ context: GatewayContext) async throws -> Response {
        var fields = try await request.jsonFields()
        var change = try EditFields.common(&fields)
        change.album = try EditFields.text("name", &fields)
        try fields.end()
        let id: ID<Album> = try await edits.edit(
            context.id("id"), change, as: context.principal(), by: context.caller().actor)
        return try await reply(id, context)
    }

    @Sendable private func coverTrack(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let id: ID<Track> = try context.id("id")
        let bytes = try await request.bytes(upTo: EditRules.maximumCoverBytes)
        try await edits.setCover(
            Array(bytes.readableBytesView), of: id, as: context.principal(), by: context.caller().actor)
        return try await reply(id, context)
    }

    @Sendable private func coverAlbum(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let id: ID<Album> = try context.id("id")
        let bytes = try await request.bytes(upTo: EditRules.maximumCoverBytes)
        try await edits.setCover(
            Array(bytes.readableBytesView), of: id, as: context.principal(), by: context.caller().actor)
        return try await reply(id, context)
    }

    @Sendable private func history(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let page = try await edits.records(of: context.id("id"), request.pageRequest(), as: context.principal())
        return .json(PageBody(page.map(EditRecordBody.init)))
    }

    @Sendable private func undo(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let id: ID<Track> = try context.id("id")
        try await edits.undo(context.id("edit"), of: id, as: context.principal(), by: context.caller().actor)
        return try await reply(id, context)
    }

    private func reply(_ id: ID<Track>, _ context: GatewayContext) async throws -> Response {
        let caller = try context.principal()
        let track = try await catalog.track(id, as: caller)
        return .json(
            TrackBody(
                track: track, plays: try await listening.playCount(of: id, as: caller),
                annotations: try await annotations.of(tracks: [track.item], as: caller),
                showsPath: caller.may(.manageLibraries)))
    }

    private func reply(_ id: ID<Album>, _ context: GatewayContext) async throws -> Response {
        let caller = try context.principal()
        let album = try await catalog.album(id, as: caller)
        return .json(AlbumBody(album: album, annotations: try await annotations.of(album, as: caller)), capacity: 8192)
    }
}

/// Reads the fields of a correction. Absent, null and a value are three different things.
enum EditFields {
    /// A cover can only be reset to the file's own here; the bytes of a new one come by PUT.
    static func common(_ fields: inout JSONFields) throws(DomainError) -> EditChange {
        var change = EditChange()
        change.albumArtists = try names("albumArtists", &fields)
        change.genres = try names("genres", &fields)
        switch fields.presence(of: "year") {
        case .absent: break
        case .null: change.year = .revert
        case .value: change.year = .set(Int(try fields.integer("year", in: 1...9999)))
        }
        switch fields.presence(of: "cover") {
        case .absent: break
        case .null: change.cover = .revert
        case .value:
            throw .invalid("cover can only be null here; send the image's bytes with PUT to …/cover", field: "cover")
        }
        return change
    }

    static func number(_ name: String, _ fields: inout JSONFields) throws(DomainError) -> EditChange.Step<Int> {
        switch fields.presence(of: name) {
        case .absent: .leave
        case .null: .revert
        case .value: .set(Int(try fields.integer(name, in: 1...99_999)))
        }
    }

    static func text(_ name: String, _ fields: inout JSONFields) throws(DomainError) -> EditChange.Step<String> {
        switch fields.presence(of: name) {
        case .absent: .leave
        case .null: .revert
        case .value: .set(try fields.text(name, upTo: 4096))
        }
    }

    static func names(_ name: String, _ fields: inout JSONFields) throws(DomainError) -> EditChange.Step<[String]> {
        switch fields.presence(of: name) {
        case .absent: .leave
        case .null: .revert
        case .value: .set(try fields.texts(name, count: EditRules.maximumNames, eachUpTo: 4096))
        }
    }
}

extension TrackEdit.Value: JSONWritable {
    package func write(to json: inout JSONWriter) {
        switch self {
        case .text(let text): json.value(text)
        case .list(let names): names.write(to: &json)
        case .number(let number): json.value(number)
        case .image(let key): json.value(ImagePath.text(key))
        }
    }
}

/// One correction in a track's history. `before` and `after` of a change are absent where the file's own value applies;
/// `file` contains that value.
struct EditRecordBody: ObjectBody {
    static let component: String? = "TrackEdit"
    static let fields = Fields<Self> {
        Field("id") { $0.record.id }
        Field("at") { $0.record.at }
        Field("by", of: { $0.record }) {
            Field("id") { $0.editor }
            Field("name") { $0.editorName }
        }
        Field("undoes") { $0.record.undoes }
        Field("changes") { body in
            body.record.changes.map { EditChangeBody(change: $0, file: body.record.file[$0.field]) }
        }
    }

    let record: EditRecord
}

/// One changed field of a correction.
struct EditChangeBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("field") { $0.change.field }
        Field("before", .anything) { $0.change.before }
        Field("after", .anything) { $0.change.after }
        Field("file", .anything) { $0.file }
    }

    let change: EditRecord.Change
    let file: TrackEdit.Value?
}
