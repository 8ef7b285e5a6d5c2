import Catalog
import HTTPSupport
import Primitives
import Shelf
import Submissions

/// What clients say about a submission. Null takes away what may be missing.
enum SubmissionFields {
    static func change(_ fields: consuming JSONFields) throws(DomainError) -> SubmissionChange {
        var fields = fields
        var change = SubmissionChange()
        change.title = try fields.optionalText("title", upTo: 4096)
        change.artists = try names("artists", &fields)
        try album(&fields, &change)
        change.trackNumber = try number("trackNumber", in: 1...99_999, &fields)
        change.discNumber = try number("discNumber", in: 1...99_999, &fields)
        change.note = try fields.optionalText("note", upTo: 16 * 1024)
        switch fields.presence(of: "wishId") {
        case .absent: break
        case .null: change.wish = .some(nil)
        case .value: change.wish = .some(ID<Wish>(try fields.text("wishId", upTo: 64)))
        }
        change.revision = try fields.optionalInteger("revision", in: 0...Int64(Int32.max)).map(Int.init)
        try fields.end()
        return change
    }

    /// What is said about several at once.
    static func albumChange(_ fields: consuming JSONFields) throws(DomainError) -> (
        versions: [(id: ID<Submission>, revision: Int?)], change: SubmissionChange, cover: SharedCover?
    ) {
        var fields = fields
        let versions = try versions(of: ids(&fields), &fields)
        var change = SubmissionChange()
        try album(&fields, &change)
        let cover: SharedCover? =
            switch fields.presence(of: "coverFrom") {
            case .absent: nil
            case .null: .own
            case .value: .of(ID(try fields.text("coverFrom", upTo: 64)))
            }
        try fields.end()
        return (versions, change, cover)
    }

    /// With what the caller has seen of them, where `revisions` says so.
    static func versions(
        of ids: [ID<Submission>], _ fields: inout JSONFields
    ) throws(DomainError) -> [(id: ID<Submission>, revision: Int?)] {
        guard fields.presence(of: "revisions") == .value else { return ids.map { ($0, nil) } }
        let revisions = try fields.integers("revisions", count: ids.count, in: 0...Int64(Int32.max))
        guard revisions.count == ids.count else {
            throw .invalid("revisions holds one for each of ids", field: "revisions")
        }
        return zip(ids, revisions).map { ($0, Int($1)) }
    }

    /// What is the same for the pieces of an album.
    private static func album(_ fields: inout JSONFields, _ change: inout SubmissionChange) throws(DomainError) {
        change.albumArtists = try names("albumArtists", &fields)
        change.genres = try names("genres", &fields)
        switch fields.presence(of: "album") {
        case .absent: break
        case .null: change.album = .some(nil)
        case .value: change.album = .some(try fields.text("album", upTo: 4096))
        }
        change.year = try number("year", in: 1...9999, &fields)
    }

    static func ids(_ fields: inout JSONFields) throws(DomainError) -> [ID<Submission>] {
        let ids = try fields.texts("ids", count: SubmissionService.mostAtOnce, eachUpTo: 64)
        guard !ids.isEmpty else { throw .invalid("ids is empty", field: "ids") }
        guard Set(ids).count == ids.count else { throw .invalid("ids holds one twice", field: "ids") }
        return ids.map { ID($0) }
    }

    private static func names(_ name: String, _ fields: inout JSONFields) throws(DomainError) -> [String]? {
        switch fields.presence(of: name) {
        case .absent: nil
        case .null: []
        case .value: try fields.texts(name, count: EditRules.maximumNames, eachUpTo: 4096)
        }
    }

    private static func number(
        _ name: String, in range: ClosedRange<Int64>, _ fields: inout JSONFields
    ) throws(DomainError) -> Int?? {
        switch fields.presence(of: name) {
        case .absent: .none
        case .null: .some(nil)
        case .value: .some(Int(try fields.integer(name, in: range)))
        }
    }
}
