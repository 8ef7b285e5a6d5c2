import Catalog
import HTTPSupport
import Primitives
import Shelf
import Submissions

/// A submitted file and its state. Only moderators see where it lies in a library.
struct SubmissionBody: JSONWritable {
    private static let alike = Schema.object(
        required: [("title", .text), ("artists", .array(.text)), ("similarity", .number)],
        optional: [("trackId", .text), ("submissionId", .text)])
    static let schema = Schema.object(
        required: [
            ("id", .text), ("state", .choice(Submission.State.allCases.map(\.rawValue))), ("revision", .integer),
            ("own", .flag), ("fileName", .text), ("sizeBytes", .integer), ("durationMs", .integer),
            ("mediaType", .text), ("codec", .text), ("title", .text), ("artists", .array(.text)),
            ("albumArtists", .array(.text)), ("genres", .array(.text)), ("coverGiven", .flag), ("note", .text),
            ("createdAt", .instant), ("changedAt", .instant),
            ("alike", .array(alike)),
        ],
        optional: [
            ("giver", NamedPersonBody.schema), ("batch", .text), ("bitrateKbps", .integer), ("sampleRateHz", .integer),
            ("channels", .integer), ("bitDepth", .integer), ("album", .text), ("year", .integer),
            ("trackNumber", .integer), ("discNumber", .integer), ("cover", .text), ("wishId", .text),
            ("reason", .text), ("failure", .text), ("decidedBy", NamedPersonBody.schema), ("decidedAt", .instant),
            ("library", .object(required: [("id", .text), ("name", .text)], optional: [])), ("path", .text),
            ("trackId", .text), ("submittedAt", .instant),
        ])

    let submission: Submission
    let caller: Principal

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", submission.id.rawValue)
            json.field("state", submission.state.rawValue)
            json.field("revision", submission.revision)
            json.field("own", submission.giver?.id == caller.user)
            if let giver = submission.giver { json.field("giver", NamedPersonBody(giver)) }
            json.field("batch", submission.batch)
            writeFile(to: &json)
            writeForm(to: &json)
            writeDecision(to: &json)
            writeAlike(to: &json)
            json.field("createdAt", submission.createdAt)
            json.field("submittedAt", submission.submittedAt)
            json.field("changedAt", submission.changedAt)
        }
    }

    private func writeFile(to json: inout JSONWriter) {
        json.field("fileName", submission.fileName)
        json.field("sizeBytes", submission.size)
        json.field("durationMs", submission.audio.durationMilliseconds)
        json.field("mediaType", submission.audio.mediaType)
        json.field("codec", submission.audio.codec)
        if submission.audio.bitrate > 0 { json.field("bitrateKbps", submission.audio.bitrate) }
        if submission.audio.sampleRate > 0 { json.field("sampleRateHz", submission.audio.sampleRate) }
        if submission.audio.channels > 0 { json.field("channels", submission.audio.channels) }
        if submission.audio.bitDepth > 0 { json.field("bitDepth", submission.audio.bitDepth) }
    }

    private func writeAlike(to json: inout JSONWriter) {
        json.key("alike")
        json.array(submission.alike) { json, alike in
            json.object { json in
                switch alike.subject {
                case .track(let id): json.field("trackId", id.rawValue)
                case .submission(let id): json.field("submissionId", id.rawValue)
                }
                json.field("title", alike.title)
                json.field("artists", alike.artists)
                json.field("similarity", alike.similarity)
            }
        }
    }

    private func writeForm(to json: inout JSONWriter) {
        let form = submission.form
        json.field("title", form.title)
        json.field("artists", form.artists)
        json.field("album", form.album)
        json.field("albumArtists", form.albumArtists)
        json.field("genres", form.genres)
        json.field("year", form.year)
        json.field("trackNumber", form.trackNumber)
        json.field("discNumber", form.discNumber)
        json.field("cover", submission.cover.map(ImagePath.text))
        json.field("coverGiven", submission.isCoverGiven)
        json.field("note", submission.note)
        json.field("wishId", submission.wish?.rawValue)
    }

    private func writeDecision(to json: inout JSONWriter) {
        json.field("reason", submission.reason)
        if caller.may(.moderate) { json.field("failure", submission.failure) }
        if let decidedBy = submission.decidedBy { json.field("decidedBy", NamedPersonBody(decidedBy)) }
        json.field("decidedAt", submission.decidedAt)
        if let library = submission.library {
            json.key("library")
            json.object { json in
                json.field("id", library.id.rawValue)
                json.field("name", library.name)
            }
        }
        if caller.may(.moderate) { json.field("path", submission.path?.display) }
        json.field("trackId", submission.track?.rawValue)
    }
}

/// A page of the moderators' queue, and the number of pending submissions altogether.
struct SubmissionQueueBody: JSONWritable {
    static let schema = Schema.object(
        required: [("items", .array(.named("Submission"))), ("pendingCount", .integer)],
        optional: [("nextCursor", .text)])

    let page: Page<Submission>
    let pending: Int
    let caller: Principal

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("items", page.items.map { SubmissionBody(submission: $0, caller: caller) })
            json.field("nextCursor", page.next?.text)
            json.field("pendingCount", pending)
        }
    }
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
