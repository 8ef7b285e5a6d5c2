import Catalog
import HTTPSupport
import Primitives
import Shelf
import Submissions

/// A submitted file and its state. Only moderators see where it lies in a library.
struct SubmissionBody: ObjectBody {
    static let component: String? = "Submission"
    static let fields = Fields<Self> {
        Field("id") { $0.submission.id }
        Field("state") { $0.submission.state }
        Field("revision") { $0.submission.revision }
        Field("own") { $0.submission.submitter?.id == $0.caller.user }
        Field("giver") { $0.submission.submitter.map(NamedPersonBody.init) }
        Field("batch") { $0.submission.batch }
        Field("fileName") { $0.submission.fileName }
        Field("sizeBytes") { $0.submission.size }
        Field("durationMs") { $0.submission.audio.durationMilliseconds }
        Field("mediaType") { $0.submission.audio.mediaType }
        Field("codec") { $0.submission.audio.codec }
        Field("bitrateKbps") { $0.submission.audio.bitrate.unlessZero }
        Field("sampleRateHz") { $0.submission.audio.sampleRate.unlessZero }
        Field("channels") { $0.submission.audio.channels.unlessZero }
        Field("bitDepth") { $0.submission.audio.bitDepth.unlessZero }
        Field("title") { $0.submission.form.title }
        Field("artists") { $0.submission.form.artists }
        Field("album") { $0.submission.form.album }
        Field("albumArtists") { $0.submission.form.albumArtists }
        Field("genres") { $0.submission.form.genres }
        Field("year") { $0.submission.form.year }
        Field("trackNumber") { $0.submission.form.trackNumber }
        Field("discNumber") { $0.submission.form.discNumber }
        Field("cover") { $0.submission.cover.map(ImagePath.text) }
        Field("coverGiven") { $0.submission.isCoverGiven }
        Field("note") { $0.submission.note }
        Field("wishId") { $0.submission.wish }
        Field("reason") { $0.submission.reason }
        Field("failure") { $0.isForModerator ? $0.submission.failure : nil }
        Field("decidedBy") { $0.submission.decidedBy.map(NamedPersonBody.init) }
        Field("decidedAt") { $0.submission.decidedAt }
        Field("library", ifPresent: { $0.submission.library }) {
            Field("id") { $0.id }
            Field("name") { $0.name }
        }
        Field("path") { $0.isForModerator ? $0.submission.path?.display : nil }
        Field("trackId") { $0.submission.track }
        Field("alike", each: { $0.submission.alike }) {
            Field("trackId") { $0.subject.track }
            Field("submissionId") { $0.subject.submission }
            Field("title") { $0.title }
            Field("artists") { $0.artists }
            Field("similarity") { $0.similarity }
        }
        Field("createdAt") { $0.submission.createdAt }
        Field("submittedAt") { $0.submission.submittedAt }
        Field("changedAt") { $0.submission.changedAt }
    }

    let submission: Submission
    let caller: Principal

    private var isForModerator: Bool { caller.may(.moderate) }
}

/// A page of the moderators' queue, and the number of pending submissions altogether.
struct SubmissionQueueBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("items") { body in body.page.items.map { SubmissionBody(submission: $0, caller: body.caller) } }
        Field("nextCursor") { $0.page.next?.text }
        Field("pendingCount") { $0.pending }
    }

    let page: Page<Submission>
    let pending: Int
    let caller: Principal
}

/// Reads the request fields of a submission. Null removes an optional value.
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

    /// Reads a change of several submissions at once.
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

    /// Reads the submissions with the revisions that the caller has seen, where `revisions` contains them.
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

    /// Reads the fields that all tracks of an album share.
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

extension SoundAlike.Subject {
    fileprivate var track: ID<Track>? {
        if case .track(let id) = self { id } else { nil }
    }

    fileprivate var submission: ID<Submission>? {
        if case .submission(let id) = self { id } else { nil }
    }
}
