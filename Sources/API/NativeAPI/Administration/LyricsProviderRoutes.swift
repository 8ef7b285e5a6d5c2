import Accounts
import Catalog
package import HTTPSupport
import Hummingbird
package import Lyrics
import Primitives

/// The providers of lyrics and the lookups of whole libraries, for admins. A key is taken and never shown.
package struct LyricsProviderRoutes: Sendable {
    /// The most songs that are looked up in a minute.
    private static let perMinute = Input<Int?>("perMinute", .integer(in: LyricsRun.paces))
    /// All providers' ids in their new order.
    private static let ids = Input<[ID<LyricsProvider>]>("ids", .ids(upTo: LyricsProvider.most))

    private let providers: LyricsProviderService
    private let runs: LyricsRunService

    package init(providers: LyricsProviderService, runs: LyricsRunService) {
        self.providers = providers
        self.runs = runs
    }

    @TableBuilder<Endpoint> package var endpoints: [Endpoint] {
        let (list, one) = ("/api/v1/lyrics/providers", "/api/v1/lyrics/providers/{id}")
        let run = "/api/v1/lyrics/lookups/{id}"
        Endpoint(
            .get, list, .requires(.administer), tag: "administration",
            "The servers that lyrics are looked up at, in the order in which they are asked",
            reply: ListBody<LyricsProviderBody>.self, handler: show)
        Endpoint(
            .post, list, .requiresConfirmed(.administer), tag: "administration",
            "Add a provider, switched off by default. storageDays: the days for which its license lets lyrics be stored, null for ever; a day for musixmatch by default",
            body: ProviderDraftBody().schema, reply: LyricsProviderBody.self, status: .created
        ) { request, context in
            var fields = try await request.input(ProviderDraftBody())
            let kind = try fields.read(\.kind)
            let draft = try LyricsProviderChange(
                name: fields.read(\.name), base: fields.read(\.url), key: .some(fields.read(\.key)),
                isEnabled: fields.read(\.isEnabled), storageDays: fields.read(\.storageDays).nested)
            try fields.end()
            let made = try await providers.add(kind, draft, as: context.principal(), by: context.caller().actor)
            return LyricsProviderBody(provider: made, trouble: nil)
        }
        Endpoint(
            .put, list, .requiresConfirmed(.administer), tag: "administration", "Put the providers into an order",
            body: Self.ids.schema, reply: ListBody<LyricsProviderBody>.self
        ) { request, context in
            let ids = try await request.read(Self.ids)
            _ = try await providers.order(ids, as: context.principal(), by: context.caller().actor)
            return try await show(request, context)
        }
        Endpoint(
            .patch, one, .requiresConfirmed(.administer), tag: "administration",
            "Change a provider. With a new address its key is given again, or removed by null",
            body: ProviderChangeBody().schema, reply: LyricsProviderBody.self
        ) { request, context in
            let change = try await request.read(ProviderChangeBody()) { fields in
                try LyricsProviderChange(
                    name: fields.read(\.name), base: fields.read(\.url), key: fields.read(\.key).nested,
                    isEnabled: fields.read(\.isEnabled), storageDays: fields.read(\.storageDays).nested)
            }
            let edited = try await providers.edit(
                context.id("id"), change, as: context.principal(), by: context.caller().actor)
            return LyricsProviderBody(provider: edited, trouble: nil)
        }
        Endpoint(
            .delete, one, .requiresConfirmed(.administer), tag: "administration",
            "Remove a provider and the words that it gave"
        ) { _, context in
            try await providers.remove(context.id("id"), as: context.principal(), by: context.caller().actor)
        }
        Endpoint(
            .post, one + "/test", .requiresConfirmed(.administer), tag: "administration",
            "Send one request to a provider, whether it is switched on or not", reply: ServiceTestBody.self
        ) { _, context in
            ServiceTestBody(failure: try await providers.test(context.id("id"), as: context.principal()))
        }
        Endpoint(
            .get, "/api/v1/lyrics/lookups", .requires(.administer), tag: "administration",
            "The lookups of the words of whole libraries, the latest first", reply: ListBody<LyricsRun>.self
        ) { _, context in ListBody(try await runs.list(as: context.principal())) }
        Endpoint(
            .put, run, .requires(.administer), tag: "administration",
            "Look up the words of all songs of a library in the background. One that was stopped goes on where it was",
            body: Self.perMinute.schema, reply: LyricsRun.self
        ) { request, context in
            let pace = try await request.read(Self.perMinute) ?? LyricsRun.standardPace
            return try await runs.start(
                context.id("id"), perMinute: pace, as: context.principal(), by: context.caller().actor)
        }
        Endpoint(
            .delete, run, .requires(.administer), tag: "administration", "Stop the lookup of a library's words",
            reply: LyricsRun.self
        ) { _, context in try await runs.stop(context.id("id"), as: context.principal(), by: context.caller().actor) }
    }

    private func show(_: Request, _ context: GatewayContext) async throws -> ListBody<LyricsProviderBody> {
        let all = try await providers.list(as: context.principal())
        return ListBody(all.map { LyricsProviderBody(provider: $0.provider, trouble: $0.trouble) })
    }
}

/// A new provider.
private struct ProviderDraftBody: InputBody {
    let kind = Input<LyricsProvider.Kind>("kind", .choice())
    let name = Input<String>("name", .text(upTo: 400))
    let url = Input<String>("url", .text())
    let key = Input<String?>("key", .text(upTo: 400))
    let isEnabled = Input<Bool?>("enabled", .flag)
    let storageDays = Input<Patch<Int>>("storageDays", .integer(in: LyricsProvider.storageDays))
}

private struct ProviderChangeBody: InputBody {
    let name = Input<String?>("name", .text(upTo: 400))
    let url = Input<String?>("url", .text())
    let key = Input<Patch<String>>("key", .text(upTo: 400))
    let isEnabled = Input<Bool?>("enabled", .flag)
    let storageDays = Input<Patch<Int>>("storageDays", .integer(in: LyricsProvider.storageDays))
}

/// A provider without its key.
struct LyricsProviderBody: ObjectBody {
    static let component: String? = "LyricsProvider"
    static let fields = Fields<Self> {
        Field("id") { $0.provider.id }
        Field("kind") { $0.provider.kind }
        Field("name") { $0.provider.name }
        Field("url") { $0.provider.base }
        Field("hasKey") { $0.provider.sealedKey != nil }
        Field("enabled") { $0.provider.isEnabled }
        Field(nullable: "storageDays") { $0.provider.storageDays }
        Field("failure") { $0.trouble?.failure }
        Field("failedAt") { $0.trouble?.at }
        Field("restsUntil") { $0.trouble?.until }
    }

    let provider: LyricsProvider
    let trouble: ServiceHealth<ID<LyricsProvider>>.Trouble?
}

/// The reason why another server did not answer as it should; absent where it did.
struct ServiceTestBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("answers") { $0.failure == nil }
        Field("failure") { $0.failure }
    }

    let failure: ServiceFailure.Reason?
}

/// The lookup of a library's words.
extension LyricsRun: ObjectBody {
    package static let fields = Fields<Self> {
        Field("libraryId") { $0.library }
        Field("state") { $0.state }
        Field("total") { $0.total }
        Field("done") { $0.done }
        Field("found") { $0.found }
        Field("perMinute") { $0.perMinute }
        Field("startedAt") { $0.startedAt }
        Field("changedAt") { $0.changedAt }
    }
}
