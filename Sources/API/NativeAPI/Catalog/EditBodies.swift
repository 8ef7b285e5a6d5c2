package import Catalog
package import HTTPSupport
import Hummingbird
import Primitives

/// A correction of a track. Absent fields stay, and null restores the file's own value.
struct TrackEditBody: InputBody {
    let title = Input<Patch<String>>("title", .text(upTo: 4096))
    let artists = Input<Patch<[String]>>("artists", .names)
    let album = Input<Patch<String>>("album", .text(upTo: 4096))
    let trackNumber = Input<Patch<Int>>("trackNumber", .integer(in: 1...99_999))
    let discNumber = Input<Patch<Int>>("discNumber", .integer(in: 1...99_999))
    let visual = Input<Patch<Visual>>("visual", .choice())
    let common = CommonEditBody()

    func read(_ request: Request) async throws -> EditChange {
        try await request.read(self) { fields in
            var change = try fields.read(part: \.common, CommonEditBody.change)
            change.title = EditChange.Step(try fields.read(\.title))
            change.artists = EditChange.Step(try fields.read(\.artists))
            change.album = EditChange.Step(try fields.read(\.album))
            change.trackNumber = EditChange.Step(try fields.read(\.trackNumber))
            change.discNumber = EditChange.Step(try fields.read(\.discNumber))
            change.visual = EditChange.Step(try fields.read(\.visual))
            return change
        }
    }
}

/// A correction of all tracks of an album.
struct AlbumEditBody: InputBody {
    let name = Input<Patch<String>>("name", .text(upTo: 4096))
    let common = CommonEditBody()

    func read(_ request: Request) async throws -> EditChange {
        try await request.read(self) { fields in
            var change = try fields.read(part: \.common, CommonEditBody.change)
            change.album = EditChange.Step(try fields.read(\.name))
            return change
        }
    }
}

/// The part of a correction that tracks and albums have in common.
struct CommonEditBody: InputBody {
    let albumArtists = Input<Patch<[String]>>("albumArtists", .names)
    let genres = Input<Patch<[String]>>("genres", .names)
    let year = Input<Patch<Int>>("year", .integer(in: 1...9999))
    let cover = Input<Patch<Never>>("cover", .noCover)

    static func change(_ fields: inout InputFields<Self>) throws(DomainError) -> EditChange {
        var change = EditChange()
        change.albumArtists = EditChange.Step(try fields.read(\.albumArtists))
        change.genres = EditChange.Step(try fields.read(\.genres))
        change.year = EditChange.Step(try fields.read(\.year))
        if case .null = try fields.read(\.cover) { change.cover = .revert }
        return change
    }
}

extension InputKind where Value == [String] {
    /// Names of artists or genres.
    fileprivate static var names: Self { .texts(upTo: EditRules.maximumNames, eachUpTo: 4096) }
}

extension InputKind where Value == Never {
    /// A cover can only be reset to the file's own; the bytes of a new one come by PUT.
    fileprivate static var noCover: Self {
        Self(.text) { _, _ throws(DomainError) in
            throw DomainError.invalid(
                "cover can only be null here; send the image's bytes with PUT to …/cover", field: "cover")
        }
    }
}

extension EditChange.Step {
    fileprivate init(_ patch: Patch<Value>) {
        switch patch {
        case .absent: self = .leave
        case .null: self = .revert
        case .value(let value): self = .set(value)
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
extension EditRecord: ObjectBody {
    package static let component: String? = "TrackEdit"
    package static let fields = Fields<Self> {
        Field("id") { $0.id }
        Field("at") { $0.at }
        Field("by", of: { $0 }) {
            Field("id") { $0.editor }
            Field("name") { $0.editorName }
        }
        Field("undoes") { $0.undoes }
        Field("changes") { body in
            body.changes.map { EditChangeBody(change: $0, file: body.file[$0.field]) }
        }
    }
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
