import Administration
import Archives
import ArgumentParser
import Catalog
import HTTPSupport
import Media
import Primitives
import Streaming

/// `rondo overview`: the state of an instance, whether or not its server runs.
struct OverviewCommand: InstanceCommand {
    static let configuration = CommandConfiguration(
        commandName: "overview", abstract: "The server's state: music, users, jobs, disk space, warnings.")
    @OptionGroup var instance: InstanceOptions

    func run(_ rondo: Features) async throws {
        let service = rondo.overview(
            facts: MachineFacts(
                settings: rondo.instance.settings, scheduler: nil, hasEncoder: await FFmpegEncoder.find() != nil),
            work: rondo.backgroundJobs(backups: nil, imports: nil), streams: ActiveStreams())
        let overview = try await service.overview(as: Instance.operatorPrincipal)
        instance.json ? json(overview) : text(overview)
    }

    /// Leaves out warnings about the certificate in use: only the running server knows it, by flags that a command is
    /// not given.
    private func warnings(_ overview: Overview) -> [ServerWarning] {
        overview.warnings.filter { warning in
            switch warning.kind {
            case .certificateMissing, .certificateExpired, .certificateExpiring, .certificateRefused: false
            case .authorityUnconstrained, .authorityExpiring, .certificateNotOrdered, .diskFull, .libraryUnreachable,
                .encoderMissing, .scanFailed, .filesBroken, .requestRefused, .confinementPartial, .databaseDamaged,
                .databaseUnexamined, .cleanupStopped, .clockLeapt:
                true
            }
        }
    }

    private func text(_ overview: Overview) {
        let tracks = overview.libraries.reduce(0) { $0 + $1.trackCount }
        Output.line(
            "rondo \(overview.version)  users \(overview.people)  libraries \(overview.libraries.count)  tracks \(tracks)  "
                + "open requests \(overview.openRequests)")
        if let scan = overview.scan {
            Output.line("scan \(scan.state.rawValue)  \(ISO8601.text(of: scan.startedAt))")
        }
        for job in overview.jobs {
            Output.line(
                "\(job.kind.rawValue)  waiting \(job.waiting)" + (job.done.map { "  done \($0)" } ?? "")
                    + (job.failed.map { "  given up \($0)" } ?? ""))
        }
        for disk in overview.disks {
            guard let free = disk.free, let total = disk.total else {
                Output.line("disk \(disk.name)  cannot be read")
                continue
            }
            Output.line("disk \(disk.name)  free \(free) of \(total) bytes")
        }
        for state in overview.cleanups {
            Output.line(
                "cleanup \(state.kind.rawValue)  of \(state.total)  marked \(state.marked)  removed \(state.removed)"
                    + (state.stopped.map { "  stopped at \($0)" } ?? ""))
        }
        for part in overview.storage { Output.line("\(part.name)  \(part.bytes) bytes") }
        if let head = overview.journalHead { Output.line("journal up to \(head)") }
        if let signer = overview.backupSigner { Output.line("encrypted backups are signed by \(signer)") }
        for warning in warnings(overview) {
            Output.line(
                "\(warning.isUrgent ? "urgent" : "warning"): \(warning.kind.rawValue) \(warning.detail)")
        }
    }

    private func json(_ overview: Overview) {
        Output.json { json in
            json.field("version", overview.version)
            json.field("people", overview.people)
            json.field("libraries", overview.libraries.count)
            json.field("tracks", overview.libraries.reduce(0) { $0 + $1.trackCount })
            json.field("openRequests", overview.openRequests)
            json.field("scan", overview.scan?.state.rawValue)
            json.objects("jobs", overview.jobs) { json, job in
                json.field("name", job.kind.rawValue)
                json.field("waiting", job.waiting)
                json.field("done", job.done)
                json.field("failed", job.failed)
            }
            json.objects("disks", overview.disks) { json, disk in
                json.field("name", disk.name)
                json.field("free", disk.free.map { Int($0) })
                json.field("total", disk.total.map { Int($0) })
            }
            json.objects("cleanups", overview.cleanups) { json, state in
                json.field("kind", state.kind.rawValue)
                json.field("total", state.total)
                json.field("marked", state.marked)
                json.field("removed", state.removed)
                json.field("stopped", state.stopped)
            }
            json.field("journalHead", overview.journalHead)
            json.field("backupSigner", overview.backupSigner)
            json.objects("warnings", warnings(overview)) { json, warning in
                json.field("kind", warning.kind.rawValue)
                json.field("urgent", warning.isUrgent)
                json.field("detail", warning.detail)
            }
        }
    }
}
