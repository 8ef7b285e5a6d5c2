package import CoreMetrics
import Synchronization

/// A backend of swift-metrics that stores counters, gauges and histograms in memory and writes them in Prometheus's
/// text format, version 0.0.4 (prometheus.io/docs/instrumenting/exposition_formats).
///
/// It stores at most `mostSeries` combinations of labels for each name: later ones are added up under labels that all
/// say `other`.
package final class PrometheusRegistry: MetricsFactory, Sendable {
    package static let mostSeries = 500

    private struct Family {
        let kind: MetricKind
        var series: [[String]: MetricSeries] = [:]
        var names: [String] = []
    }

    private let families = Mutex<[String: Family]>([:])
    private let buckets: [Double]
    private let help: [String: String]

    /// - Parameters:
    /// - help: descriptions by the names of the metrics.
    /// - buckets: the upper bounds of histograms, in seconds for times.
    package init(help: [String: String] = [:], buckets: [Double] = MetricSeries.seconds) {
        self.help = help
        self.buckets = buckets
    }

    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        series(label, .counter, dimensions)
    }

    package func makeRecorder(
        label: String, dimensions: [(String, String)], aggregate: Bool
    ) -> any RecorderHandler {
        series(label, aggregate ? .histogram : .gauge, dimensions)
    }

    package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        series(label, .gauge, dimensions)
    }

    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        series(label, .histogram, dimensions)
    }

    // Counts stay: a series that disappears and returns would look like a restart.
    package func destroyCounter(_ handler: any CounterHandler) {}
    package func destroyRecorder(_ handler: any RecorderHandler) {}
    package func destroyMeter(_ handler: any MeterHandler) {}
    package func destroyTimer(_ handler: any TimerHandler) {}

    private func series(_ name: String, _ kind: MetricKind, _ labels: [(String, String)]) -> MetricSeries {
        let name = MetricText.name(name)
        let names = labels.map { MetricText.name($0.0) }
        return families.withLock { families in
            var family = families[name] ?? Family(kind: kind)
            defer { families[name] = family }
            // The first use of a name determines its kind and labels. A different use is measured and not shown.
            guard family.kind == kind, family.series.isEmpty || family.names == names else {
                return MetricSeries(kind, buckets: buckets)
            }
            family.names = names
            var values = labels.map(\.1)
            if let known = family.series[values] { return known }
            if family.series.count >= Self.mostSeries {
                values = values.map { _ in "other" }
                if let known = family.series[values] { return known }
            }
            let made = MetricSeries(kind, buckets: buckets)
            family.series[values] = made
            return made
        }
    }

    /// The sum of a counter or gauge over all combinations of labels that `isCounted` takes.
    package func total(_ name: String, where isCounted: ([String: String]) -> Bool = { _ in true }) -> Double {
        guard let family = families.withLock({ $0[name] }), family.kind != .histogram else { return 0 }
        return family.series.reduce(0) { sum, one in
            let labels = Dictionary(zip(family.names, one.key), uniquingKeysWith: { first, _ in first })
            return isCounted(labels) ? sum + one.value.value : sum
        }
    }

    /// Writes all metrics, with names and labels in order.
    package func write(to text: inout MetricText) {
        let families = families.withLock { $0 }
        for (name, family) in families.sorted(by: { $0.key < $1.key }) {
            text.begin(name, family.kind, help[name])
            for (values, series) in family.series.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
                series.write(name, Array(zip(family.names, values)), to: &text)
            }
        }
    }
}

/// The kind of a metric.
package enum MetricKind: String, Sendable {
    case counter, gauge, histogram
}

/// One name with one combination of labels.
package final class MetricSeries: CounterHandler, RecorderHandler, MeterHandler, TimerHandler {
    /// From a millisecond to half a minute.
    package static let seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

    private struct State {
        var value = 0.0
        var count: UInt64 = 0
        /// The number of values within each bound and above the previous one.
        var buckets: [UInt64]
    }

    private let kind: MetricKind
    private let bounds: [Double]
    private let state: Mutex<State>

    package init(_ kind: MetricKind, buckets: [Double] = MetricSeries.seconds) {
        self.kind = kind
        bounds = kind == .histogram ? buckets : []
        state = Mutex(State(buckets: Array(repeating: 0, count: bounds.count)))
    }

    /// The count or the last value; of a histogram the sum.
    var value: Double { state.withLock { $0.value } }

    package func increment(by amount: Int64) { increment(by: Double(amount)) }
    package func increment(by amount: Double) { state.withLock { $0.value += amount } }
    package func decrement(by amount: Double) { increment(by: -amount) }
    package func reset() { state.withLock { $0 = State(buckets: Array(repeating: 0, count: bounds.count)) } }
    package func set(_ value: Int64) { set(Double(value)) }
    package func set(_ value: Double) { state.withLock { $0.value = value } }
    package func record(_ value: Int64) { record(Double(value)) }
    package func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }

    package func record(_ value: Double) {
        guard kind == .histogram else { return set(value) }
        let bucket = bounds.firstIndex { value <= $0 }
        state.withLock { state in
            state.value += value
            state.count += 1
            if let bucket { state.buckets[bucket] += 1 }
        }
    }

    package func write(_ name: String, _ labels: [(String, String)], to text: inout MetricText) {
        let state = state.withLock { $0 }
        guard kind == .histogram else { return text.add(name, labels, state.value) }
        var below: UInt64 = 0
        for (bound, count) in zip(bounds, state.buckets) {
            below += count
            text.add(name + "_bucket", labels + [("le", MetricText.number(bound))], Double(below))
        }
        text.add(name + "_bucket", labels + [("le", "+Inf")], Double(state.count))
        text.add(name + "_sum", labels, state.value)
        text.add(name + "_count", labels, Double(state.count))
    }
}
