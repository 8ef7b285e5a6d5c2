import Accounts
package import HTTPSupport
import Hummingbird
package import Lyrics
import Primitives

/// The lyrics that users write: their versions, and moderators' decisions about proposals.
package struct LyricsWritingRoutes: Sendable {
    private let writing: LyricsWritingService

    package init(writing: LyricsWritingService) {
        self.writing = writing
    }

    @TableBuilder<Endpoint> package var endpoints: [Endpoint] {
        let path = "/api/v1/tracks/{id}/lyrics"
        Endpoint(
            .get, path + "/written", .requires(.browse), tag: "catalogue",
            "A track's lyrics as an editor begins with them: the written ones, or else those of the file",
            reply: EditedLyricsBody.self, capacity: 16 * 1024, compressed: true, handler: edited)
        Endpoint(
            .put, path + "/written", .requires(.takePart), tag: "catalogue",
            "Write a track's lyrics as a new version, the song's own words first. Moderators and the user who submitted the track publish it, all others propose it. No items take the written lyrics away",
            body: LyricsDraftBody().schema, reply: LyricsVersionBody.self
        ) { request, context in
            let draft = try await LyricsDraftBody().read(request)
            let version = try await writing.write(
                draft, of: context.id("id"), as: context.principal(), by: context.caller().actor)
            return LyricsVersionBody(version: version)
        }
        Endpoint(
            .get, path + "/versions", .requires(.browse), tag: "catalogue",
            "The versions of a track's written lyrics, newest first, with the caller's own proposals",
            parameters: .paging, reply: PageBody<LyricsVersionBody>.self, capacity: 32 * 1024
        ) { request, context in
            let page = try await writing.versions(
                of: context.id("id"), request.pageRequest(), as: context.principal())
            return PageBody(page.map(LyricsVersionBody.init))
        }
        Endpoint(
            .get, path + "/versions/{version}", .requires(.browse), tag: "catalogue", "One version with its lyrics",
            reply: LyricsVersionContentBody.self, capacity: 16 * 1024, compressed: true, handler: version)
        Endpoint(
            .post, path + "/versions/{version}/restoration", .requires(.takePart), tag: "catalogue",
            "Write an earlier version again, as a new one: published or proposed, as by PUT",
            reply: LyricsVersionBody.self
        ) { _, context in
            let version = try await writing.restore(
                context.id("version"), of: context.id("id"), as: context.principal(), by: context.caller().actor)
            return LyricsVersionBody(version: version)
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
            reply: LyricsVersionBody.self
        ) { request, context in
            let (outcome, reason) = try await request.read(
                \.outcome, \.reason, of: LyricsDecisionBody(), upTo: 16 * 1024)
            let version = try await writing.decide(
                context.id("id"), publishes: outcome == .published, reason: reason ?? "", as: context.principal(),
                by: context.caller().actor)
            return LyricsVersionBody(version: version)
        }
    }

    private func edited(_: Request, _ context: GatewayContext) async throws -> EditedLyricsBody {
        let edited = try await writing.edited(context.id("id"), as: context.principal())
        return EditedLyricsBody(edited: edited)
    }

    private func version(_: Request, _ context: GatewayContext) async throws -> LyricsVersionContentBody {
        let (version, content) = try await writing.version(
            context.id("version"), of: context.id("id"), as: context.principal())
        return LyricsVersionContentBody(version: version, content: content)
    }
}

/// A moderator's decision about proposed lyrics, and the answer to their author.
private struct LyricsDecisionBody: InputBody {
    let outcome = Input<LyricsVersion.State>(
        "outcome", .choice(among: [.published, .rejected]), missing: "outcome is required")
    let reason = Input<String?>("reason", .text(upTo: 8192))
}

/// One version of a track's written lyrics, without the lyrics.
struct LyricsVersionBody: ObjectBody {
    static let component: String? = "LyricsVersion"
    static let fields = Fields<Self> {
        Field("id") { $0.version.id.rawValue }
        Field("trackId") { $0.version.track.rawValue }
        Field("author") { $0.version.author.map(NamedPersonBody.init) }
        Field("at") { $0.version.at }
        Field("state") { $0.version.state }
        Field("current") { $0.version.isCurrent }
        Field("note") { $0.version.note }
        Field("restoredId") { $0.version.restored?.rawValue }
        Field("languages") { $0.version.outline.languages }
        Field("lines") { $0.version.outline.lines }
        Field("precision") { $0.version.outline.precision }
        Field("moderator") { $0.version.moderator.map(NamedPersonBody.init) }
        Field("decidedAt") { $0.version.decidedAt }
        Field("reason") { $0.version.reason }
    }

    let version: LyricsVersion
}

/// One version with its lyrics.
private struct LyricsVersionContentBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("version") { LyricsVersionBody(version: $0.version) }
        Field("items") { $0.content.parts.map(LyricsBody.init) }
    }

    let version: LyricsVersion
    let content: WrittenLyrics
}

/// The lyrics as an editor begins with them.
private struct EditedLyricsBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("mayPublish") { $0.edited.mayPublish }
        Field("current") { $0.edited.current.map(LyricsVersionBody.init) }
        Field("proposal") { $0.edited.proposal.map(LyricsVersionBody.init) }
        Field("items") { $0.edited.lyrics.map(LyricsBody.init) }
    }

    let edited: EditedLyrics
}

private struct LyricsProposalPageBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("items", each: { $0.page.items }) {
            Field("version") { LyricsVersionBody(version: $0.version) }
            Field("title") { $0.title }
            Field("artist") { $0.artist }
        }
        Field("nextCursor") { $0.page.next?.text }
        Field("open") { $0.open }
    }

    let page: Page<LyricsProposal>
    let open: Int
}
