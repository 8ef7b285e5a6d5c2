import Catalog
import HTTPSupport
import Primitives
import Submissions

/// A given file and what became of it. Where it lies in a library is for moderators.
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

/// A page of the moderators' queue, and how many wait altogether.
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
