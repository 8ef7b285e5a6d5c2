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
        Field("giver") { $0.submission.submitter }
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
        Field("coverGiven") { $0.submission.hasCustomCover }
        Field("note") { $0.submission.note }
        Field("wishId") { $0.submission.wish }
        Field("reason") { $0.submission.reason }
        Field("failure") { $0.isForModerator ? $0.submission.failure : nil }
        Field("decidedBy") { $0.submission.decidedBy }
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

extension SoundAlike.Subject {
    fileprivate var track: ID<Track>? {
        if case .track(let id) = self { id } else { nil }
    }

    fileprivate var submission: ID<Submission>? {
        if case .submission(let id) = self { id } else { nil }
    }
}
