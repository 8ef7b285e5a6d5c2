package import Administration
import Catalog
package import HTTPSupport
import Hummingbird
import Primitives
import Streaming

/// The server's state at a glance, for admins.
package struct OverviewRoutes: Sendable {
    private let overview: OverviewService

    package init(overview: OverviewService) {
        self.overview = overview
    }

    package var endpoints: [Endpoint] {
        [
            Endpoint(
                .get, "/api/v1/overview", .requires(.administer), tag: "administration",
                "Warnings, live streams, the latest scan, conversions, what goes on in the background, storage, disks, the certificate",
                reply: .json(.ok, OverviewBody.schema), handler: show)
        ]
    }

    @Sendable private func show(_ request: Request, _ context: GatewayContext) async throws -> Response {
        .json(OverviewBody(overview: try await overview.overview(as: context.principal())), capacity: 8 * 1024)
    }
}

struct OverviewBody: JSONWritable {
    let overview: Overview

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("version", overview.version)
            json.field("startedAt", overview.startedAt)
            json.key("warnings")
            json.array(overview.warnings) { json, warning in
                json.object { json in
                    json.field("kind", warning.kind.rawValue)
                    json.field("urgent", warning.isUrgent)
                    json.field("detail", warning.detail)
                }
            }
            json.field("streams", overview.streams.map(LiveStreamBody.init))
            json.field("listeners", overview.listeners)
            json.field("people", overview.people)
            json.field("openRequests", overview.openRequests)
            json.field("tracks", overview.libraries.reduce(0) { $0 + $1.trackCount })
            json.field("libraries", overview.libraries.count)
            if let scan = overview.scan { json.field("scan", ScanBody(scan: scan)) }
            json.key("conversions")
            json.object { json in
                json.field("running", overview.conversions.running)
                json.field("waiting", overview.conversions.waiting)
                json.field("possible", overview.conversions.arePossible)
            }
            json.key("jobs")
            json.array(overview.jobs) { json, job in
                json.object { json in
                    json.field("name", job.kind.rawValue)
                    json.field("running", job.isRunning)
                    json.field("waiting", job.waiting)
                    json.field("done", job.done)
                    json.field("failed", job.failed)
                }
            }
            json.key("storage")
            json.array(overview.storage) { json, part in
                json.object { json in
                    json.field("name", part.name)
                    json.field("bytes", part.bytes)
                }
            }
            json.key("disks")
            json.array(overview.disks) { json, disk in
                json.object { json in
                    json.field("name", disk.name)
                    json.field("library", disk.isLibrary)
                    json.field("free", disk.free.map { Int($0) })
                    json.field("total", disk.total.map { Int($0) })
                }
            }
            json.key("cleanups")
            json.array(overview.cleanups) { json, state in
                json.object { json in
                    json.field("kind", state.kind.rawValue)
                    json.field("total", state.total)
                    json.field("marked", state.marked)
                    json.field("removed", state.removed)
                    json.field("removedAt", state.removedAt)
                    json.field("stopped", state.stopped)
                    json.field("allowed", state.isAllowed)
                }
            }
            json.field("cleanupHold", overview.cleanupHold?.rawValue)
            if let leap = overview.clockLeap {
                json.key("clockLeap")
                json.object { json in
                    json.field("expected", leap.expected)
                    json.field("shown", leap.shown)
                    json.field("believedInSeconds", leap.believedIn.map { Int($0.wholeMilliseconds / 1000) })
                }
            }
            if let certificate = overview.certificate {
                json.field("certificate", CertificateBody(certificate: certificate))
            }
            json.field("journalHead", overview.journalHead)
            json.field("backupSigner", overview.backupSigner)
        }
    }

    static let schema = Schema.object(
        required: [
            ("version", .text), ("startedAt", .instant),
            (
                "warnings",
                .array(
                    .object(
                        required: [
                            ("kind", .choice(GatewayWarning.Kind.allCases.map(\.rawValue))), ("urgent", .flag),
                            ("detail", .text),
                        ], optional: []))
            ),
            ("streams", .array(LiveStreamBody.schema)), ("listeners", .integer), ("people", .integer),
            ("openRequests", .integer), ("tracks", .integer), ("libraries", .integer),
            (
                "conversions",
                .object(
                    required: [("running", .integer), ("waiting", .integer), ("possible", .flag)], optional: [])
            ),
            (
                "jobs",
                .array(
                    .object(
                        required: [
                            ("name", .choice(BackgroundJob.Kind.allCases.map(\.rawValue))), ("running", .flag),
                            ("waiting", .integer),
                        ], optional: [("done", .integer), ("failed", .integer)]))
            ),
            ("storage", .array(.object(required: [("name", .text), ("bytes", .integer)], optional: []))),
            (
                "cleanups",
                .array(
                    .object(
                        required: [
                            ("kind", .choice(CleanupKind.allCases.map(\.rawValue))), ("total", .integer),
                            ("marked", .integer), ("removed", .integer), ("allowed", .flag),
                        ], optional: [("removedAt", .instant), ("stopped", .integer)]))
            ),
            (
                "disks",
                .array(
                    .object(
                        required: [("name", .text), ("library", .flag)],
                        optional: [("free", .integer), ("total", .integer)]))
            ),
        ],
        optional: [
            ("scan", .named("Scan")), ("certificate", CertificateBody.schema), ("journalHead", .text),
            ("backupSigner", .text),
            ("cleanupHold", .choice(CleanupHold.allCases.map(\.rawValue))),
            (
                "clockLeap",
                .object(
                    required: [("expected", .instant), ("shown", .instant)], optional: [("believedInSeconds", .integer)]
                )
            ),
        ])
}

private struct LiveStreamBody: JSONWritable {
    let live: LiveStream

    func write(to json: inout JSONWriter) {
        let stream = live.stream
        json.object { json in
            json.field("personId", stream.listener.person.rawValue)
            json.field("person", live.person)
            json.field("visitor", stream.listener.isVisitor)
            json.field("address", stream.listener.address)
            json.field("trackId", stream.track.rawValue)
            json.field("title", live.title)
            json.field("artist", live.artist)
            json.field("format", stream.format)
            json.field("bitrate", stream.bitrate)
            json.field("converted", stream.isConverted)
            json.field("since", stream.since)
            json.field("sent", stream.sent)
        }
    }

    static let schema = Schema.object(
        required: [
            ("personId", .text), ("person", .text), ("visitor", .flag), ("address", .text), ("trackId", .text),
            ("format", .text), ("bitrate", .integer), ("converted", .flag), ("since", .instant), ("sent", .integer),
        ], optional: [("title", .text), ("artist", .text)])
}

private struct CertificateBody: JSONWritable {
    let certificate: CertificateState

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("subject", certificate.subject)
            json.field("issuer", certificate.issuer)
            json.field("names", certificate.names)
            json.field("from", certificate.from)
            json.field("until", certificate.until)
            json.field("fingerprint", certificate.fingerprint)
            json.field("own", certificate.isOwn)
        }
    }

    static let schema = Schema.object(
        required: [
            ("subject", .text), ("issuer", .text), ("names", .array(.text)), ("from", .instant), ("until", .instant),
            ("fingerprint", .text), ("own", .flag),
        ], optional: [])
}
