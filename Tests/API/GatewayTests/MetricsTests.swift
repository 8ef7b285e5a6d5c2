import CoreMetrics
import Testing

@testable import Gateway

/// The metrics of swift-metrics in Prometheus's text format.
@Suite("Metrics as text") struct MetricsTests {
    private func text(_ registry: PrometheusRegistry) -> String {
        var text = MetricText()
        registry.write(to: &text)
        return text.text
    }

    @Test("counters, gauges and histograms are written with their help text, and labels are escaped")
    func exposition() {
        let registry = PrometheusRegistry(help: ["a_total": "How many\nthere were"], buckets: [0.5, 1])
        Counter(label: "a.total", dimensions: [("name", "say \"hi\" \\ \n")], factory: registry).increment(by: 3)
        Meter(label: "b", dimensions: [], factory: registry).set(2.5)
        let timer = Timer(
            label: "c_seconds", dimensions: [("x", "y")], preferredDisplayUnit: .seconds, factory: registry)
        for milliseconds in [200, 700, 700, 4000] { timer.recordMilliseconds(milliseconds) }
        #expect(
            text(registry)
                == #"""
                # TYPE a_total counter
                a_total{name="say \"hi\" \\ \n"} 3
                # TYPE b gauge
                b 2.5
                # TYPE c_seconds histogram
                c_seconds_bucket{x="y",le="0.5"} 1
                c_seconds_bucket{x="y",le="1"} 3
                c_seconds_bucket{x="y",le="+Inf"} 4
                c_seconds_sum{x="y"} 5.6
                c_seconds_count{x="y"} 4

                """#.replacing("# TYPE a_total", with: #"# HELP a_total How many\nthere were"# + "\n# TYPE a_total"))
    }

    @Test("a name has a bounded number of lines, however many label values there are")
    func cardinality() {
        let registry = PrometheusRegistry()
        for number in 0..<2000 {
            Counter(label: "many", dimensions: [("n", "\(number)")], factory: registry).increment()
        }
        let lines = text(registry).split(separator: "\n").filter { $0.hasPrefix("many{") }
        #expect(lines.count == PrometheusRegistry.mostSeries + 1)
        #expect(lines.contains("many{n=\"other\"} 1500"))
    }

    @Test("a counter is summed over the requested labels")
    func totals() {
        let registry = PrometheusRegistry()
        for (status, count) in [("200", 5), ("500", 2), ("503", 1)] {
            Counter(label: "requests", dimensions: [("status", status)], factory: registry).increment(by: count)
        }
        #expect(registry.total("requests") == 8)
        #expect(registry.total("requests") { $0["status"]?.hasPrefix("5") == true } == 3)
        #expect(registry.total("unknown") == 0)
    }

    @Test("every path belongs to one of a few surfaces")
    func surfaces() {
        let expected: [(String, RequestMeter.Surface)] = [
            ("/api/v1/tracks/0190/stream?x", .native), ("/rest/ping.view", .remote), ("/lrclib/api/get", .lyrics),
            ("/musixmatch/ws/1.1/track.search", .lyrics), ("/listenbrainz/1/validate-token", .scrobbles),
            ("/share/abc", .shares), ("/metrics", .upkeep), ("/health", .upkeep), ("/ready", .upkeep), ("/", .web),
            ("/library", .web), ("", .web), ("*", .web), ("/\u{0}", .web),
        ]
        for (path, surface) in expected { #expect(RequestMeter.Surface(path: path) == surface, "\(path)") }
    }
}
