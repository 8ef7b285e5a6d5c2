package import Administration
package import HTTPSupport
import Hummingbird
import Primitives

/// The settings that admins change while the server runs, beside those of the operator.
package enum SettingsRoutes {
    /// The operator's settings by flag, environment or file; changing one takes a restart.
    package typealias Configuration = [(key: String, value: String?, help: String)]

    @TableBuilder<Endpoint>
    package static func endpoints(settings: SettingsService, configuration: Configuration) -> [Endpoint] {
        Endpoint(
            .get, "/api/v1/settings", .requires(.administer), tag: "administration",
            "The settings that can be changed while the server runs, and those of the operator",
            reply: SettingsBody.self
        ) { _, context in
            SettingsBody(settings: try await settings.get(as: context.caller()), configuration: configuration)
        }
        Endpoint(
            .patch, "/api/v1/settings", .requiresConfirmed(.administer), tag: "administration",
            "Change settings. journalDays: how long journal entries are retained, at least 30, null for ever; sharingDays: the longest time that a share lasts, null for no limit; linksOpen: whether users may import by link; linkHosts: the only allowed hosts (example.org, *.example.org, example.org:8443), empty for all public ones; linkNetworks: addresses that are allowed although they are not public (192.168.1.0/24, 192.168.1.5:8080); splitArtists: whether names in tags that stand for several artists are split; lyricsFiles: whether lyrics that users write are also written beside the music, as .lrc files, in libraries that the server may write to; a file that the server has not written is never overwritten; jukebox: whether users whose role allows it may play on the machine's own speaker; renderers: whether they may play on the renderers of the local network that admins allow, which are looked for only then; podcasts: whether users may subscribe to podcasts, for which the server asks the podcasts' servers for feeds, pictures and episodes; podcastMinutes: the minutes between two requests for one feed; podcastMegabytes: the room for downloaded episodes, 0 for none; scrobbling: whether users may hand on their plays to a server that speaks ListenBrainz, each by their own token; listenBrainzURL: the address of that server, https://api.listenbrainz.org by default; outside: whether the search asks an outside catalog too; outsideURL: its address, https://itunes.apple.com by default; outsideCountry: the ISO 3166 code of its shop; privacyPolicy: the text, empty for the standard one",
            body: SettingsChangeBody().schema, reply: SettingsBody.self
        ) { request, context in
            let change = try await SettingsChangeBody().read(request)
            return SettingsBody(
                settings: try await settings.edit(change, as: context.caller()), configuration: configuration)
        }
    }
}

/// A change of the settings.
private struct SettingsChangeBody: InputBody {
    let name = Input<String?>("name", .text())
    let isRegistrationOpen = Input<Bool?>("registrationOpen", .flag)
    let registrationRole = Input<Role?>("registrationRole", .choice(documented: [.listener, .contributor]))
    let journalDays = Input<Patch<Int>>("journalDays", .integer(in: ServerSettings.journalDays))
    let isSharingOpen = Input<Bool?>("sharingOpen", .flag)
    let sharingDays = Input<Patch<Int>>("sharingDays", .integer(in: ServerSettings.sharingDays))
    let areLinksOpen = Input<Bool?>("linksOpen", .flag)
    let linkHosts = Input<[String]?>("linkHosts", .lines)
    let linkNetworks = Input<[String]?>("linkNetworks", .lines)
    let splitsArtists = Input<Bool?>("splitArtists", .flag)
    let writesLyricsFiles = Input<Bool?>("lyricsFiles", .flag)
    let isJukeboxOn = Input<Bool?>("jukebox", .flag)
    let areRenderersOn = Input<Bool?>("renderers", .flag)
    let arePodcastsOn = Input<Bool?>("podcasts", .flag)
    let podcastMinutes = Input<Int?>("podcastMinutes", .integer(in: PodcastSettings.minutes))
    let podcastMegabytes = Input<Int?>("podcastMegabytes", .integer(in: PodcastSettings.megabytes))
    let handsOnPlays = Input<Bool?>("scrobbling", .flag)
    let listenBrainzURL = Input<String?>("listenBrainzURL", .text())
    let isOutsideOn = Input<Bool?>("outside", .flag)
    let outsideURL = Input<String?>("outsideURL", .text())
    let outsideCountry = Input<String?>("outsideCountry", .text(upTo: 16))
    let privacyPolicy = Input<String?>("privacyPolicy", .text(upTo: PrivacyPolicy.limit * 4))

    func read(_ request: Request) async throws -> SettingsChange {
        try await request.read(self, upTo: 256 * 1024) { fields in
            var change = SettingsChange()
            change.name = try fields.read(\.name)
            change.isRegistrationOpen = try fields.read(\.isRegistrationOpen)
            change.registrationRole = try fields.read(\.registrationRole)
            change.journalDays = try fields.read(\.journalDays).nested
            change.isSharingOpen = try fields.read(\.isSharingOpen)
            change.sharingDays = try fields.read(\.sharingDays).nested
            change.areLinksOpen = try fields.read(\.areLinksOpen)
            change.linkHosts = try fields.read(\.linkHosts)
            change.linkNetworks = try fields.read(\.linkNetworks)
            change.splitsArtists = try fields.read(\.splitsArtists)
            change.writesLyricsFiles = try fields.read(\.writesLyricsFiles)
            change.isJukeboxOn = try fields.read(\.isJukeboxOn)
            change.areRenderersOn = try fields.read(\.areRenderersOn)
            change.podcasts = try PodcastSettingsChange(
                isOn: fields.read(\.arePodcastsOn), interval: fields.read(\.podcastMinutes),
                quota: fields.read(\.podcastMegabytes))
            change.handsOnPlays = try fields.read(\.handsOnPlays)
            change.listenBrainzURL = try fields.read(\.listenBrainzURL)
            change.outside = try OutsideSettingsChange(
                isOn: fields.read(\.isOutsideOn), url: fields.read(\.outsideURL), country: fields.read(\.outsideCountry)
            )
            change.privacyPolicy = try fields.read(\.privacyPolicy)
            return change
        }
    }
}

extension InputKind where Value == [String] {
    /// Hosts or networks, one in each string.
    fileprivate static var lines: Self { .texts(upTo: LinkRules.longest, eachUpTo: 300) }
}

private struct SettingsBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("name") { $0.settings.name }
        Field("registrationOpen") { $0.settings.isRegistrationOpen }
        Field("registrationRole", .choice(Role.assignable.map(\.rawValue))) { $0.settings.registrationRole.rawValue }
        Field(nullable: "journalDays") { $0.settings.journalDays }
        Field("sharingOpen") { $0.settings.isSharingOpen }
        Field(nullable: "sharingDays") { $0.settings.sharingDays }
        Field("linksOpen") { $0.settings.links.isEnabled }
        Field("linkHosts") { $0.settings.links.hosts.map(\.text) }
        Field("linkNetworks") { $0.settings.links.networks.map(\.text) }
        Field("splitArtists") { $0.settings.splitsArtists }
        Field("lyricsFiles") { $0.settings.writesLyricsFiles }
        Field("jukebox") { $0.settings.isJukeboxOn }
        Field("renderers") { $0.settings.areRenderersOn }
        Field("podcasts") { $0.settings.podcasts.isOn }
        Field("podcastMinutes") { $0.settings.podcasts.interval }
        Field("podcastMegabytes") { $0.settings.podcasts.quota }
        Field("scrobbling") { $0.settings.handsOnPlays }
        Field("listenBrainzURL") { $0.settings.listenBrainzURL }
        Field("outside") { $0.settings.outside.isOn }
        Field("outsideURL") { $0.settings.outside.url }
        Field("outsideCountry") { $0.settings.outside.country }
        Field("privacyPolicy") { $0.settings.privacyPolicy }
        Field("configuration", each: { $0.configuration }) {
            Field("key") { $0.key }
            Field("value") { $0.value }
            Field("help") { $0.help }
        }
    }

    let settings: ServerSettings
    let configuration: SettingsRoutes.Configuration
}

/// Lets admins accept the machine's clock and allow stopped cleanups.
package enum UpkeepRoutes {
    @TableBuilder<Endpoint> package static func endpoints(upkeep: UpkeepService) -> [Endpoint] {
        Endpoint(
            .post, "/api/v1/clock/acceptance", .requiresConfirmed(.administer), tag: "administration",
            "Accept the machine's clock after a jump: days, expiries and cleanups follow it from then on"
        ) { _, context in try await upkeep.acceptClock(as: context.caller()) }
        Endpoint(
            .post, "/api/v1/cleanups/{id}/allowance", .requiresConfirmed(.administer), tag: "administration",
            "Let the next runs of a stopped cleanup remove everything that they find"
        ) { _, context in
            let name: ID<CleanupKind> = try context.id("id")
            guard let kind = CleanupKind(rawValue: name.rawValue) else {
                throw DomainError.notFound("There is no such cleanup")
            }
            try await upkeep.allowCleanup(kind, as: context.caller())
        }
    }
}
