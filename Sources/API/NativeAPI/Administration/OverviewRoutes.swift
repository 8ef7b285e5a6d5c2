import Accounts
package import Administration
import Catalog
package import HTTPSupport
import Hummingbird
import Primitives
import Streaming

/// The server's state at a glance, for admins.
package enum OverviewRoutes {
    @TableBuilder<Endpoint> package static func endpoints(overview: OverviewService) -> [Endpoint] {
        Endpoint(
            .get, "/api/v1/overview", .requires(.administer), tag: "administration",
            "Warnings, live streams, the latest scan, conversions, background work, storage, disks, the certificate",
            reply: Overview.self, capacity: 8 * 1024
        ) { _, context in try await overview.overview(as: context.principal()) }
    }
}

extension Overview: ObjectBody {
    package static let fields = Fields<Self> {
        Field("version") { $0.version }
        Field("startedAt") { $0.startedAt }
        Field("warnings", each: { $0.warnings }) {
            Field("kind") { $0.kind }
            Field("urgent") { $0.isUrgent }
            Field("detail") { $0.detail }
        }
        Field("streams", each: { $0.streams }) {
            Field("personId") { $0.stream.listener.person.rawValue }
            Field("person") { $0.user?.displayName ?? "" }
            Field("username") { $0.user?.username.text }
            Field("picture") { $0.user?.picture.map(ImagePath.text) }
            Field("visitor") { $0.stream.listener.isVisitor }
            Field("address") { $0.stream.listener.address }
            Field("trackId") { $0.stream.track.rawValue }
            Field("title") { $0.track?.title }
            Field("artist") { $0.track?.artists.map(\.name).joined(separator: ", ") }
            Field("album") { $0.track?.albumName }
            Field("cover") { $0.track?.cover.map(ImagePath.text) }
            Field("durationMs") { $0.track?.durationMilliseconds }
            Field("format") { $0.stream.format }
            Field("bitrate") { $0.stream.bitrate }
            Field("converted") { $0.stream.isConverted }
            Field("since") { $0.stream.since }
            Field("sent") { $0.stream.sent }
            Field("client") { $0.playback?.client }
            Field("positionMs") { $0.playback?.position.wholeMilliseconds }
            Field("paused") { $0.playback?.isPaused }
        }
        Field("listeners") { $0.listeners }
        Field("people") { $0.people }
        Field("openRequests") { $0.openRequests }
        Field("tracks") { body in body.libraries.reduce(0) { $0 + $1.trackCount } }
        Field("libraries") { $0.libraries.count }
        Field("scan") { $0.scan }
        Field("conversions", of: { $0.conversions }) {
            Field("running") { $0.running }
            Field("waiting") { $0.waiting }
            Field("possible") { $0.arePossible }
        }
        Field("jobs", each: { $0.jobs }) {
            Field("name") { $0.kind }
            Field("running") { $0.isRunning }
            Field("waiting") { $0.waiting }
            Field("done") { $0.done }
            Field("failed") { $0.failed }
        }
        Field("storage", each: { $0.storage }) {
            Field("name") { $0.name }
            Field("bytes") { $0.bytes }
        }
        Field("disks", each: { $0.disks }) {
            Field("name") { $0.name }
            Field("library") { $0.isLibrary }
            Field("free") { $0.free.map { Int($0) } }
            Field("total") { $0.total.map { Int($0) } }
        }
        Field("cleanups", each: { $0.cleanups }) {
            Field("kind") { $0.kind }
            Field("total") { $0.total }
            Field("marked") { $0.marked }
            Field("removed") { $0.removed }
            Field("removedAt") { $0.removedAt }
            Field("stopped") { $0.stopped }
            Field("allowed") { $0.isAllowed }
        }
        Field("cleanupHold") { $0.cleanupHold }
        Field("clockLeap", ifPresent: { $0.clockLeap }) {
            Field("expected") { $0.expected }
            Field("shown") { $0.shown }
            Field("believedInSeconds") { $0.acceptedIn.map { Int($0.wholeMilliseconds / 1000) } }
        }
        Field("certificate", ifPresent: { $0.certificate }) {
            Field("subject") { $0.subject }
            Field("issuer") { $0.issuer }
            Field("names") { $0.names }
            Field("from") { $0.from }
            Field("until") { $0.until }
            Field("fingerprint") { $0.fingerprint }
            Field("own") { $0.isOwn }
        }
        Field("journalHead") { $0.journalHead }
        Field("backupSigner") { $0.backupSigner }
    }
}
