import Accounts
package import HTTPSupport
import Hummingbird
package import Lyrics
import Primitives

/// The lyrics that users write: their versions, and moderators' decisions about proposals.
package enum LyricsWritingRoutes {
    @TableBuilder<Endpoint> package static func endpoints(writing: LyricsWritingService) -> [Endpoint] {
        let path = "/api/v1/tracks/{id}/lyrics"
        Endpoint(
            .get, path + "/written", .requires(.browse), tag: "catalogue",
            "A track's lyrics as an editor begins with them: the written ones, or else those of the file",
            reply: EditedLyrics.self, capacity: 16 * 1024, compressed: true
        ) { _, context in try await writing.edited(context.id("id"), as: context.principal()) }
        Endpoint(
            .put, path + "/written", .requires(.takePart), tag: "catalogue",
            "Write a track's lyrics as a new version, the song's own words first. Moderators and the user who submitted the track publish it, all others propose it. No items take the written lyrics away",
            body: LyricsDraftBody().schema, reply: LyricsVersion.self
        ) { request, context in
            let draft = try await LyricsDraftBody().read(request)
            return try await writing.write(
                draft, of: context.id("id"), as: context.principal(), by: context.caller().actor)
        }
        Endpoint(
            .get, path + "/versions", .requires(.browse), tag: "catalogue",
            "The versions of a track's written lyrics, newest first, with the caller's own proposals",
            parameters: .paging, reply: Page<LyricsVersion>.self, capacity: 32 * 1024
        ) { request, context in
            try await writing.versions(of: context.id("id"), request.pageRequest(), as: context.principal())
        }
        Endpoint(
            .get, path + "/versions/{version}", .requires(.browse), tag: "catalogue", "One version with its lyrics",
            reply: LyricsVersionContentBody.self, capacity: 16 * 1024, compressed: true
        ) { _, context in
            let (version, content) = try await writing.version(
                context.id("version"), of: context.id("id"), as: context.principal())
            return LyricsVersionContentBody(version: version, content: content)
        }
        Endpoint(
            .post, path + "/versions/{version}/restoration", .requires(.takePart), tag: "catalogue",
            "Write an earlier version again, as a new one: published or proposed, as by PUT",
            reply: LyricsVersion.self
        ) { _, context in
            try await writing.restore(
                context.id("version"), of: context.id("id"), as: context.principal(), by: context.caller().actor)
        }
        Endpoint(
            .get, "/api/v1/moderation/lyrics", .requires(.moderate), tag: "moderation",
            "Lyrics that users propose, newest first", parameters: .paging, reply: LyricsProposalPageBody.self,
            capacity: 32 * 1024
        ) { request, context in
            let (page, open) = try await writing.proposals(request.pageRequest(), as: context.principal())
            return LyricsProposalPageBody(page: page, open: open)
        }
        Endpoint(
            .post, "/api/v1/moderation/lyrics/{id}/decision", .requires(.moderate), tag: "moderation",
            "Publish or reject proposed lyrics, and notify their author", body: LyricsDecisionBody().schema,
            reply: LyricsVersion.self
        ) { request, context in
            let (outcome, reason) = try await request.read(
                \.outcome, \.reason, of: LyricsDecisionBody(), upTo: 16 * 1024)
            return try await writing.decide(
                context.id("id"), publishes: outcome == .published, reason: reason ?? "", as: context.principal(),
                by: context.caller().actor)
        }
    }
}

/// A moderator's decision about proposed lyrics, and the answer to their author.
private struct LyricsDecisionBody: InputBody {
    let outcome = Input<LyricsVersion.State>(
        "outcome", .choice(among: [.published, .rejected]), missing: "outcome is required")
    let reason = Input<String?>("reason", .text(upTo: 8192))
}

/// One version of a track's written lyrics, without the lyrics.
extension LyricsVersion: ObjectBody {
    package static let component: String? = "LyricsVersion"
    package static let fields = Fields<Self> {
        Field("id") { $0.id.rawValue }
        Field("trackId") { $0.track.rawValue }
        Field("author") { $0.author }
        Field("at") { $0.at }
        Field("state") { $0.state }
        Field("current") { $0.isCurrent }
        Field("note") { $0.note }
        Field("restoredId") { $0.restored?.rawValue }
        Field("languages") { $0.outline.languages }
        Field("lines") { $0.outline.lines }
        Field("precision") { $0.outline.precision }
        Field("moderator") { $0.moderator }
        Field("decidedAt") { $0.decidedAt }
        Field("reason") { $0.reason }
    }
}

/// One version with its lyrics.
private struct LyricsVersionContentBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("version") { $0.version }
        Field("items") { $0.content.parts }
    }

    let version: LyricsVersion
    let content: WrittenLyrics
}

/// The lyrics as an editor begins with them.
extension EditedLyrics: ObjectBody {
    package static let fields = Fields<Self> {
        Field("mayPublish") { $0.mayPublish }
        Field("current") { $0.current }
        Field("proposal") { $0.proposal }
        Field("items") { $0.lyrics }
    }
}

private struct LyricsProposalPageBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("items", each: { $0.page.items }) {
            Field("version") { $0.version }
            Field("title") { $0.title }
            Field("artist") { $0.artist }
        }
        Field("nextCursor") { $0.page.next?.text }
        Field("open") { $0.open }
    }

    let page: Page<LyricsProposal>
    let open: Int
}
