import Administration
import Gateway
import Streaming

/// What the running server has counted, from the counters of `/metrics`.
struct MeteredCounts: ServerCounters {
    let registry: PrometheusRegistry
    let meter: TransferMeter

    func counts() -> ServerCounts {
        let requests = "rondo_http_requests_total"
        return ServerCounts(
            sent: meter.sentSinceStart, requests: Int64(registry.total(requests)),
            errors: Int64(registry.total(requests) { $0["status"]?.hasPrefix("5") == true }))
    }
}
