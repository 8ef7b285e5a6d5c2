import Foundation
import Support
import Testing

/// `/metrics` and `/ready` of a real server, and a real Prometheus that scrapes them.
@Suite("Metrics", .timeLimit(.minutes(5))) struct LiveMetricsTests {
    private static let token = "a-token-for-metrics-in-tests"

    private static let server = Task {
        let folder = try TemporaryFolder()
        let file = folder.path + "/metrics-token"
        try Data((token + "\n").utf8).write(to: URL(fileURLWithPath: file))
        chmod(file, 0o600)
        return (try await Gateway(arguments: ["--metrics-token-file", file], in: folder), tokenFile: file)
    }

    private static func metrics(_ gateway: Gateway) async throws -> HTTPReply {
        try await gateway.request("GET", "/metrics", as: token)
    }

    /// The value of the metric line with this name and labels.
    private static func value(_ line: String, _ reply: HTTPReply) -> Double? {
        reply.text.split(separator: "\n").first { $0.hasPrefix(line + " ") }?.split(separator: " ").last.flatMap {
            Double($0)
        }
    }

    @Test(
        "requests, streams, bytes, jobs, scans, database and memory are measured, and paths add no labels"
    )
    func content() async throws {
        let (gateway, _) = try await Self.server.value
        let connection = try await gateway.server.connect()
        for number in 0..<50 { _ = try await connection.request("GET", "/api/v1/never/\(number)?x=\(number)", []) }
        #expect(try await gateway.request("GET", "/api/v1/tracks/\(gateway.track)/stream").body == gateway.content)
        let reader = try await gateway.stalledReader()
        var page = try await Self.metrics(gateway)
        try await waitUntil("the stream is measured") {
            page = try await Self.metrics(gateway)
            return Self.value(#"rondo_streams{converted="false"}"#, page) == 1
        }
        #expect(Self.value(#"rondo_http_requests_total{surface="native",status="404"}"#, page) == 50, "\(page.text)")
        #expect(try #require(Self.value("rondo_stream_sent_bytes_total", page)) >= Double(gateway.content.count))
        #expect(
            try #require(Self.value(#"rondo_http_sent_bytes_total{surface="native"}"#, page))
                >= Double(gateway.content.count))
        #expect(Self.value(#"rondo_job_failures_total{job="scans"}"#, page) == 0)
        #expect(try #require(Self.value(#"rondo_database_seconds_count{kind="write"}"#, page)) > 0)
        for name in [
            "process_resident_memory_bytes", "rondo_connections", "rondo_database_log_bytes",
            #"rondo_scans_total{state="finished"}"#, #"rondo_queue_running{queue="conversions"}"#,
            #"rondo_http_request_seconds_count{surface="upkeep"}"#,
        ] {
            #expect(
                try #require(Self.value(name, page), "\(name)") > (name.contains("conversions") ? -1 : 0), "\(name)")
        }
        #expect(page.text.split(separator: "\n").count < 400 && !page.text.contains("never"))
        await reader.close()
        await connection.close()
    }

    @Test("ready is 200 when requests can be served, independently of health")
    func ready() async throws {
        let gateway = try await Gateway.shared.value
        let reply = try await gateway.request("GET", "/ready", as: "")
        #expect(reply.status == 200 && reply.json?["status"] as? String == "ready", "\(reply.text)")
    }

    @Test(
        "Debian's Prometheus scrapes them, and its checker finds no errors",
        .needs(.prometheus))
    func scrape() async throws {
        let (gateway, file) = try await Self.server.value
        let page = try await Self.metrics(gateway)
        let checked = try await Program.run("/usr/bin/promtool", ["check", "metrics"], input: page.text)
        #expect(checked.status == 0 && checked.error.isEmpty, "\(checked.output)\(checked.error)")
        let folder = try TemporaryFolder()
        let settings = """
            scrape_configs:
              - job_name: rondo
                scrape_interval: 1s
                scheme: https
                authorization: { credentials_file: "\(file)" }
                tls_config: { ca_file: "\(gateway.server.authority)", server_name: localhost }
                static_configs: [{ targets: ["localhost:\(gateway.server.port)"] }]
            """
        try Data(settings.utf8).write(to: URL(fileURLWithPath: folder.path + "/prometheus.yml"))
        let port = try Pebble.freePort()
        let log = open(folder.path + "/log", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(log) }
        let process = try ChildProcess(
            [
                Requirement.prometheusPath, "--config.file=\(folder.path)/prometheus.yml",
                "--storage.tsdb.path=\(folder.path)/data",
                "--web.listen-address=127.0.0.1:\(port)",
            ], output: log, error: log)
        defer { process.signal(SIGKILL) }
        func query(_ text: String) async throws -> String? {
            let reply = try await Program.run(
                "/usr/bin/curl",
                [
                    "--silent", "--get", "--data-urlencode", "query=" + text, "http://127.0.0.1:\(port)/api/v1/query",
                ])
            let answer = try? JSONSerialization.jsonObject(with: Data(reply.output.utf8)) as? [String: Any]
            let results = (answer?["data"] as? [String: Any])?["result"] as? [[String: Any]]
            return (results?.first?["value"] as? [Any])?.last as? String
        }
        try await waitUntil("Prometheus has read them", within: .seconds(60)) {
            try await query(#"up{job="rondo"}"#) == "1"
        }
        #expect(try await query("rondo_build_info") == "1")
        try await waitUntil("it counts its own reading", within: .seconds(60)) {
            let text = try await query(#"rondo_http_requests_total{surface="upkeep",status="200"}"#)
            return (text.flatMap { Double($0) } ?? 0) >= 2
        }
    }
}
