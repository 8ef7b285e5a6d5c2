import Accounts
import HTTPSupport
package import Listening
import Primitives

/// The server's internet radio stations. Players listen to them directly.
package struct RadioEndpoints: Sendable {
    let radio: RadioService

    @TableBuilder<SubsonicEndpoint> package var endpoints: [SubsonicEndpoint] {
        SubsonicEndpoint("getInternetRadioStations", .requires(.read, .browse), compressed: true, all)
        SubsonicEndpoint(silent: "createInternetRadioStation", .requires(.admin, .administer)) { call in
            _ = try await radio.add(Self.draft(call), as: call.caller, from: call.origin)
        }
        SubsonicEndpoint(silent: "updateInternetRadioStation", .requires(.admin, .administer)) { call in
            try await radio.change(Self.station(call), to: Self.draft(call), as: call.caller, from: call.origin)
        }
        SubsonicEndpoint(silent: "deleteInternetRadioStation", .requires(.admin, .administer)) { call in
            try await radio.remove(Self.station(call), as: call.caller, from: call.origin)
        }
    }

    private func all(_ call: SubsonicCall) async throws -> Reply {
        let stations = try await radio.stations(as: call.caller)
        return Reply.list("internetRadioStations", of: "internetRadioStation", stations, each: 256) { writer, station in
            writer.bareText("id", "ra-", station.id.rawValue)
            writer.attribute("name", station.name)
            writer.attribute("streamUrl", station.stream.text)
            writer.attribute("homePageUrl", station.homePage?.text)
            writer.cover(station.picture, "ra-", station.id.rawValue)
        }
    }

    private static func draft(_ call: SubsonicCall) throws -> StationDraft {
        StationDraft(
            name: try call.required("name"), stream: try call.required("streamUrl", upTo: 4096),
            homePage: try call.text("homepageUrl", upTo: 4096))
    }

    private static func station(_ call: SubsonicCall) throws(SubsonicFailure) -> ID<RadioStation> {
        let text = try call.required("id")
        guard text.hasPrefix("ra-") else { throw .absent("station") }
        return ID(String(text.dropFirst(3)))
    }
}
