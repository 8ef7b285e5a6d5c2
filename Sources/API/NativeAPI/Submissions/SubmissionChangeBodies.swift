import Catalog
import HTTPSupport
import Hummingbird
import Primitives
import Shelf
import Submissions

/// The tags of a file, as its submitter or a moderator describes them. Null removes an optional value.
struct SubmissionChangeBody: InputBody {
    let title = Input<String?>("title", .text(upTo: 4096))
    let artists = Input<Patch<[String]>>("artists", .names)
    let album = SubmissionAlbumBody()
    let trackNumber = Input<Patch<Int>>("trackNumber", .integer(in: 1...99_999))
    let discNumber = Input<Patch<Int>>("discNumber", .integer(in: 1...99_999))
    let note = Input<String?>("note", .text(upTo: 16 * 1024))
    let wish = Input<Patch<ID<Wish>>>("wishId", .id())
    let revision = Input<Int?>("revision", .integer(in: 0...Int64(Int32.max)))

    func read(_ request: Request) async throws -> SubmissionChange {
        try await request.read(self) { fields in
            let title = try fields.read(\.title)
            let artists = try fields.read(\.artists).names
            var change = try fields.read(part: \.album, SubmissionAlbumBody.change)
            change.title = title
            change.artists = artists
            change.trackNumber = try fields.read(\.trackNumber).nested
            change.discNumber = try fields.read(\.discNumber).nested
            change.note = try fields.read(\.note)
            change.wish = try fields.read(\.wish).nested
            change.revision = try fields.read(\.revision)
            return change
        }
    }
}

/// The part of a change that all tracks of an album share.
struct SubmissionAlbumBody: InputBody {
    let album = Input<Patch<String>>("album", .text(upTo: 4096))
    let albumArtists = Input<Patch<[String]>>("albumArtists", .names)
    let genres = Input<Patch<[String]>>("genres", .names)
    let year = Input<Patch<Int>>("year", .integer(in: 1...9999))

    static func change(_ fields: inout InputFields<Self>) throws(DomainError) -> SubmissionChange {
        var change = SubmissionChange()
        change.albumArtists = try fields.read(\.albumArtists).names
        change.genres = try fields.read(\.genres).names
        change.album = try fields.read(\.album).nested
        change.year = try fields.read(\.year).nested
        return change
    }
}

/// A change of several submissions at once. A cover of null gives each its file's own.
struct SubmissionsChangeBody: InputBody {
    let versions = SubmissionVersionsBody()
    let album = SubmissionAlbumBody()
    let cover = Input<Patch<ID<Submission>>>("coverFrom", .id())

    func read(
        _ request: Request
    ) async throws -> (versions: [SubmissionVersion], change: SubmissionChange, cover: SharedCover?) {
        try await request.read(self) { fields in
            let versions = try fields.read(part: \.versions, SubmissionVersionsBody.versions)
            let change = try fields.read(part: \.album, SubmissionAlbumBody.change)
            let cover: SharedCover? =
                switch try fields.read(\.cover) {
                case .absent: nil
                case .null: .own
                case .value(let id): .of(id)
                }
            return (versions, change, cover)
        }
    }
}

extension InputKind where Value == [String] {
    /// Names of artists or genres.
    fileprivate static var names: Self { .texts(upTo: EditRules.maximumNames, eachUpTo: 4096) }
}

extension Patch where Value == [String] {
    /// Nil when the field is absent; null stands for no names.
    fileprivate var names: [String]? {
        switch self {
        case .absent: nil
        case .null: []
        case .value(let names): names
        }
    }
}
