import Accounts
import Administration
import ArgumentParser
import HTTPSupport
import Primitives

/// `rondo settings`: the settings that can be changed while the server runs.
struct SettingsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings", abstract: "The settings that can change while the server runs: show, set.",
        subcommands: [Show.self, Set.self])

    struct Show: InstanceCommand {
        static let configuration = CommandConfiguration(abstract: "Show the settings.")
        @OptionGroup var instance: InstanceOptions

        func run(_ rondo: Features) async throws {
            SettingsCommand.show(try await rondo.administration.settings.get(as: .commandLine), json: instance.json)
        }
    }

    struct Set: InstanceCommand {
        static let configuration = CommandConfiguration(abstract: "Change settings.")
        @OptionGroup var instance: InstanceOptions
        @Option(help: "The server's name.") var name: String?
        @Option(help: "Whether visitors may make accounts without an invitation: true or false.") var registration:
            Bool?
        @Option(help: "The role of these accounts: listener or contributor.") var registrationRole: String?
        @Option(help: "Days for which the journal is retained, at least 30, or forever.") var journalDays: String?
        @Option(help: "Whether users may share by links that need no account: true or false.") var sharing: Bool?
        @Option(help: "The longest lifetime of such a link in days, or unlimited.") var sharingDays: String?
        @Option(help: "Whether users may import by link: true or false.") var links: Bool?
        @Option(help: "The hosts that links may name, like example.org,*.example.com; empty for all public ones.")
        var linkHosts: String?
        @Option(help: "Private networks that links may lead to, like 192.168.1.0/24,10.0.0.5:8080.")
        var linkNetworks: String?

        @Option(
            help:
                "Whether lyrics that users write are also written beside the music as .lrc files, never over files of others: true or false."
        )
        var lyricsFiles: Bool?

        @Option(help: "Whether users may play on the machine's own speaker: true or false.") var jukebox: Bool?

        @Option(help: "Whether users may play on the network's renderers that admins allow: true or false.")
        var renderers: Bool?

        @Flag(
            name: .customLong("openid-off"),
            help: "Switch off sign-in by the OpenID provider, so that passwords are good for everybody again.")
        var switchesOffOpenID = false

        func run(_ rondo: Features) async throws {
            if switchesOffOpenID { try await rondo.accounts.users.switchOffProvider(as: .commandLine) }
            var change = SettingsChange()
            change.name = name
            change.isRegistrationOpen = registration
            change.isSharingOpen = sharing
            if let registrationRole {
                guard let role = Role(rawValue: registrationRole) else {
                    throw DomainError.invalid("There is no such role", field: "registrationRole")
                }
                change.registrationRole = role
            }
            if let journalDays {
                guard journalDays == "forever" || Int(journalDays) != nil else {
                    throw DomainError.invalid("journal-days is a number, or forever", field: "journalDays")
                }
                change.journalDays = .some(Int(journalDays))
            }
            if let sharingDays {
                guard sharingDays == "unlimited" || Int(sharingDays) != nil else {
                    throw DomainError.invalid("sharing-days is a number, or unlimited", field: "sharingDays")
                }
                change.sharingDays = .some(Int(sharingDays))
            }
            change.areLinksOpen = links
            change.writesLyricsFiles = lyricsFiles
            change.isJukeboxOn = jukebox
            change.areRenderersOn = renderers
            change.linkHosts = linkHosts.map { $0.split(separator: ",").map(String.init) }
            change.linkNetworks = linkNetworks.map { $0.split(separator: ",").map(String.init) }
            SettingsCommand.show(
                try await rondo.administration.settings.edit(change, as: .commandLine), json: instance.json)
        }
    }

    private static func show(_ settings: ServerSettings, json: Bool) {
        guard json else {
            for (key, value) in settings.stored.sorted(by: { $0.key < $1.key }) { Output.line("\(key)  \(value)") }
            return
        }
        Output.json { json in
            json.field("name", settings.name)
            json.field("registrationOpen", settings.isRegistrationOpen)
            json.field("registrationRole", settings.registrationRole.rawValue)
            json.field("journalDays", settings.journalDays)
            json.field("sharingOpen", settings.isSharingOpen)
            json.field("sharingDays", settings.sharingDays)
            json.field("linksOpen", settings.links.isEnabled)
            json.field("linkHosts", settings.links.hosts.map(\.text))
            json.field("linkNetworks", settings.links.networks.map(\.text))
            json.field("lyricsFiles", settings.writesLyricsFiles)
            json.field("jukebox", settings.isJukeboxOn)
            json.field("renderers", settings.areRenderersOn)
        }
    }
}
