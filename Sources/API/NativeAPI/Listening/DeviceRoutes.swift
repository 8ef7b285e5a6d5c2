import Catalog
package import HTTPSupport
import Hummingbird
package import Listening
import Primitives
import Shelf

/// The caller's open devices: what they play, and what one asks of another (decision 0062).
package struct DeviceRoutes: Sendable {
    private let devices: DeviceService
    private let annotations: AnnotationLookup

    package init(devices: DeviceService, annotations: AnnotationLookup) {
        self.devices = devices
        self.annotations = annotations
    }

    @TableBuilder<Endpoint> package var endpoints: [Endpoint] {
        let path = "/api/v1/devices"
        Endpoint(
            .get, path, .requires(.listen), tag: "Listening",
            "The caller's open devices, and their players that report what they play and cannot be steered",
            reply: DeviceListBody.self, compressed: true
        ) { _, context in
            let caller = try context.principal()
            let list = try await devices.devices(as: caller)
            let tracks = list.devices.compactMap(\.track) + list.players.map(\.track)
            let annotations = try await annotations.of(tracks: tracks, as: caller)
            return DeviceListBody(list: list, annotations: annotations)
        }
        Endpoint(
            .post, path, .requires(.listen), tag: "Listening",
            "Report what a device of the caller's does: with every change, and at least every 5 s while it plays, "
                + "every minute while it rests. Without entries its queue stays as it was. A device that starts "
                + "to play becomes the active one, and the others are told to yield", body: DeviceReportBody().schema,
            reply: DeviceStamp.self
        ) { request, context in
            let report = try await DeviceReportBody().read(request)
            let authenticated = try context.signedIn()
            return try await devices.report(report, as: authenticated)
        }
        Endpoint(
            .get, path + "/{id}/queue", .requires(.listen), tag: "Listening", "The queue of a device of the caller's",
            parameters: [
                Endpoint.Parameter(
                    "command", .text,
                    "The id of a command to this device: the tracks that it adds instead, with their place as key")
            ], reply: DeviceQueueBody.self, capacity: 64 * 1024, compressed: true
        ) { request, context in
            let caller = try context.principal()
            let command = request.uri.queryParameters["command"].map(String.init)
            let queue = try await devices.queue(of: id(context), adding: command, as: caller)
            let annotations = try await annotations.of(tracks: queue.entries.map(\.track), as: caller)
            return DeviceQueueBody(queue: queue, annotations: annotations)
        }
        Endpoint(
            .post, path + "/{id}/commands", .requires(.listen), tag: "Listening",
            "Ask something of a device of the caller's. It gets the command as the event deviceCommand, if its "
                + "event stream names it, and reports the outcome. What each action needs: seek entry and "
                + "positionMs, volume volume, mute and shuffle on, repeat repeat, next and previous entry (the "
                + "current entry that the sender sees), jump entry, add trackIds, move entry, remove keys, "
                + "takeOver from; add and move take before. A conflict's reason is device_gone, "
                + "device_moved_on, entry_gone or nothing_to_continue", body: DeviceCommandBody().schema,
            reply: DeviceCommandReceiptBody.self, status: .accepted
        ) { request, context in
            let command = try await DeviceCommandBody().read(request, to: id(context))
            let accepted = try await devices.send(command, as: context.principal())
            return DeviceCommandReceiptBody(command: accepted)
        }
        Endpoint(
            .delete, path + "/{id}", .requires(.listen), tag: "Listening",
            "Forget a device of the caller's, and what it has on offer"
        ) { _, context in try devices.remove(id(context), as: context.principal()) }
    }

    /// The device that the path names.
    private func id(_ context: GatewayContext) throws(DomainError) -> DeviceID {
        guard let id = try? DeviceID(context.parameters.get("id") ?? "") else {
            throw .notFound("There is no device with this id")
        }
        return id
    }
}

struct DeviceListBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("now") { $0.list.now }
        Field("items") { body in body.list.devices.map { DeviceBody(item: $0, annotations: body.annotations) } }
        Field("players") { body in body.list.players.map { NowPlayingBody(item: $0, annotations: body.annotations) } }
    }

    let list: DeviceList
    let annotations: Annotations
}

struct DeviceBody: ObjectBody {
    static let component: String? = "Device"
    static let fields = Fields<Self> {
        Field("id") { $0.item.state.id.text }
        Field("name") { $0.item.state.report.name }
        Field("kind") { $0.item.state.report.kind }
        Field("active") { $0.item.isActive }
        Field("lost") { $0.item.state.isLost }
        Field("reachable") { $0.item.isReachable }
        Field("sameBrowser") { $0.item.isSameBrowser }
        Field("shared") { $0.item.isShared }
        Field("playing") { $0.item.state.isPlaying }
        Field("track") { body in body.item.track.map { TrackItemBody($0, body.annotations) } }
        Field("playId") { $0.item.state.report.play?.text }
        Field("positionMs") { $0.item.state.report.position.wholeMilliseconds }
        Field("at") { $0.item.state.at }
        Field("rate") { $0.item.state.report.rate }
        Field("volume") { $0.item.state.report.volume }
        Field("muted") { $0.item.state.report.isMuted }
        Field("shuffled") { $0.item.state.report.isShuffled }
        Field("repeat") { $0.item.state.report.repeats }
        Field("entry") { $0.item.state.report.current }
        Field("queueLength") { $0.item.state.entries.count }
        Field("revision") { $0.item.state.revision }
        Field("queueRevision") { $0.item.state.queueRevision }
        Field("answers", each: { $0.item.state.answers }) {
            Field("command") { $0.command }
            Field("outcome") { $0.outcome }
        }
    }

    let item: DeviceItem
    let annotations: Annotations
}

extension DeviceStamp: ObjectBody {
    package static let fields = Fields<Self> {
        Field("now") { $0.now }
        Field("revision") { $0.state.revision }
        Field("queueRevision") { $0.state.queueRevision }
    }
}

struct DeviceQueueBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("now") { $0.queue.now }
        Field("queueRevision") { $0.queue.state.queueRevision }
        Field("entry") { $0.queue.state.report.current }
        Field("positionMs") { $0.queue.state.report.position.wholeMilliseconds }
        Field("at") { $0.queue.state.at }
        Field("items") { body in body.queue.entries.map { DeviceEntryBody($0, body.annotations) } }
    }

    let queue: DeviceQueue
    let annotations: Annotations
}

struct DeviceEntryBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("key") { $0.key }
        Field("track") { $0.track }
    }

    let key: Int64
    let track: TrackItemBody

    init(_ entry: (key: Int64, track: TrackItem), _ annotations: Annotations) {
        key = entry.key
        track = TrackItemBody(entry.track, annotations)
    }
}

struct DeviceCommandReceiptBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("id") { $0.command.id }
        Field("expiresAt") { $0.command.expiresAt }
    }

    let command: DeviceCommand
}
