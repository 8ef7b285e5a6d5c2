import Media
import Primitives
import Administration
import Catalog
import Foundation
import Gateway
import Glibc
import Journal
import SQLiteStore
import Streaming

/// The content of `/metrics`: counters from the running server, and values that are looked up for each request.
struct MetricsPage: Sendable {
    static let help = [
        "rondo_http_requests_total":
            "Requests by the surface that answered and the status; without those whose client left before.",
        "rondo_http_request_seconds":
            "Time from a request's head to the last byte of its answer; a stream takes as long as it is read.",
        "rondo_http_sent_bytes_total": "Bytes of bodies that were passed to connections.",
        "rondo_http_requests_open": "Requests that are being answered, event streams and audio among them.",
        "rondo_job_runs_total": "Runs of background jobs that succeeded.",
        "rondo_job_failures_total": "Runs of background jobs that failed; each is retried.",
        "rondo_scans_total": "Scans that have ended, by outcome.",
    ]

    let registry: PrometheusRegistry
    let database: SQLiteDatabase
    let streaming: StreamingFeature
    let connections: ActiveConnections
    let events: EventHub
    let scans: ScanBroadcaster
    let work: any BackgroundWork

    func text() async -> String {
        var text = MetricText()
        registry.write(to: &text)
        writeStreams(&text)
        writeScan(&text)
        await writeWork(&text)
        writeDatabase(&text)
        writeProcess(&text)
        return text.text
    }

    private func writeStreams(_ text: inout MetricText) {
        let streams = streaming.admission.activeStreams.streams()
        text.begin("rondo_streams", .gauge, "Tracks that are being sent.")
        for isConverted in [false, true] {
            text.add(
                "rondo_streams", [("converted", "\(isConverted)")],
                Double(streams.count { $0.isConverted == isConverted }))
        }
        text.counter(
            "rondo_stream_sent_bytes_total", "Bytes of tracks that were sent.",
            Double(streaming.admission.meter.sentSinceStart))
        text.gauge("rondo_connections", "Open connections.", Double(connections.total))
        text.counter(
            "rondo_connections_refused_total", "Connections that were refused because there were too many.",
            Double(connections.refused))
        text.gauge("rondo_event_streams", "Open streams of events.", Double(events.count))
    }

    private func writeScan(_ text: inout MetricText) {
        let latest = scans.latest
        text.gauge("rondo_scan_running", "Whether a scan runs.", latest?.state == .running ? 1 : 0)
        guard let counts = latest?.counts else { return }
        text.begin(
            "rondo_scan_files", .gauge, "Files of the running scan, or of the last one, by outcome.")
        for (outcome, count) in [
            ("added", counts.added), ("updated", counts.updated), ("moved", counts.moved), ("removed", counts.removed),
            ("unchanged", counts.unchanged), ("problem", counts.problems),
        ] {
            text.add("rondo_scan_files", [("outcome", outcome)], Double(count))
        }
    }

    private func writeWork(_ text: inout MetricText) async {
        let load = streaming.scheduler.load
        var waiting = [("conversions", load.waiting)]
        var running = [("conversions", load.running)]
        var failed: [(String, Int)] = []
        // Left out when the database cannot be read.
        for job in (try? await work.jobs()) ?? [] {
            waiting.append((job.kind.rawValue, job.waiting))
            running.append((job.kind.rawValue, job.isRunning ? 1 : 0))
            if let count = job.failed { failed.append((job.kind.rawValue, count)) }
        }
        for (name, help, values) in [
            ("rondo_queue_waiting", "Items that wait in queues.", waiting),
            ("rondo_queue_running", "Items that are being processed.", running),
            ("rondo_queue_failed", "Items that were given up.", failed),
        ] {
            text.begin(name, .gauge, help)
            for (queue, value) in values { text.add(name, [("queue", queue)], Double(value)) }
        }
    }

    private func writeDatabase(_ text: inout MetricText) {
        let figures = database.figures
        text.begin(
            "rondo_database_seconds", .histogram, "Time that reads and writes of the database took, with waiting.")
        for kind in DatabaseFigures.Kind.allCases {
            let (labels, times) = ([("kind", kind.rawValue)], figures.times(kind))
            for (bound, count) in zip(DatabaseFigures.bounds, times.within) {
                text.add("rondo_database_seconds_bucket", labels + [("le", "\(bound)")], Double(count))
            }
            text.add("rondo_database_seconds_bucket", labels + [("le", "+Inf")], Double(times.count))
            text.add("rondo_database_seconds_sum", labels, times.seconds)
            text.add("rondo_database_seconds_count", labels, Double(times.count))
        }
        text.begin("rondo_database_failures_total", .counter, "Reads and writes that failed.")
        for kind in DatabaseFigures.Kind.allCases {
            text.add("rondo_database_failures_total", [("kind", kind.rawValue)], Double(figures.times(kind).failures))
        }
        text.counter(
            "rondo_database_busy_total", "How often another process locked the database for too long.",
            Double(figures.busy))
        text.gauge("rondo_database_log_bytes", "Size of the database's write-ahead log.", Double(database.logSize))
        text.gauge("rondo_database_damaged", "Whether the database is damaged.", database.condition.isDamaged ? 1 : 0)
    }

    /// Uses the names of Prometheus's own clients.
    private func writeProcess(_ text: inout MetricText) {
        let process = ProcessFigures()
        text.gauge("process_resident_memory_bytes", "Resident memory of the server process.", process.residentBytes)
        text.gauge("process_virtual_memory_bytes", "Virtual memory of the server process.", process.virtualBytes)
        text.counter("process_cpu_seconds_total", "Processor time of the server process.", process.processorSeconds)
        text.gauge("process_open_fds", "Open file descriptors.", process.openFiles)
        text.gauge(
            "process_start_time_seconds", "When the server process was started.",
            Double(streaming.facts.startedAt.milliseconds) / 1000)
        text.begin("rondo_build_info", .gauge, "The version that runs.")
        text.add("rondo_build_info", [("version", Rondo.version)], 1)
    }
}

/// The figures of this process in proc(5).
private struct ProcessFigures {
    let residentBytes: Double
    let virtualBytes: Double
    let processorSeconds: Double
    let openFiles: Double

    init() {
        func words(_ path: String) -> [Substring] {
            ((try? String(contentsOfFile: path, encoding: .utf8)) ?? "").split(whereSeparator: \.isWhitespace)
        }
        let memory = words("/proc/self/statm")
        let page = Double(sysconf(Int32(_SC_PAGESIZE)))
        virtualBytes = (memory.first.flatMap { Double($0) } ?? 0) * page
        residentBytes = (memory.dropFirst().first.flatMap { Double($0) } ?? 0) * page
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        processorSeconds = [usage.ru_utime, usage.ru_stime].reduce(0) {
            $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
        }
        openFiles = Double((try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.count ?? 0)
    }
}
