import Administration
import Backups
import Catalog
import Foundation
import Logging
import Messaging
import Primitives

/// Emails the overview to the admins who want it, once a day after seven in the morning.
struct DailyOverviewJob: Sendable {
    static let hour = 7

    let overview: OverviewService
    let settings: SettingsService
    let backups: any BackupStore
    let outbox: any Outbox
    let zone: TimeZone
    let clock: any WallClock
    let logger: Logger

    /// Checks every minute, and whenever `changes` reports that an admin may want it now.
    func run(on changes: AsyncStream<Int64>) async throws {
        try await repeatedly(every: .seconds(60), andAfter: changes) { await sendOrWarn() }
    }

    private func sendOrWarn() async {
        do {
            try await sendIfDue()
        } catch is CancellationError {
            // The server is stopping.
        } catch {
            logger.warning("The daily overview could not be emailed", metadata: ["error": "\(error)"])
        }
    }

    func sendIfDue() async throws {
        let now = clock.now()
        guard let day = day(at: now) else { return }
        let readers = try await outbox.overviewReaders(on: day)
        guard !readers.isEmpty else { return }
        let parameters = try await parameters()
        let emails = readers.map { reader in
            Email(
                id: .make(at: now), user: reader.user, recipient: reader.address, kind: .overview,
                locale: reader.locale, parameters: parameters.merging(["name": reader.name]) { $1 },
                topic: "overview:\(day):\(reader.user.rawValue)", createdAt: now)
        }
        try await outbox.add(overviews: emails, of: day)
    }

    /// The day whose overview is pending; nil before the hour.
    private func day(at now: Timestamp) -> String? {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let parts = calendar.dateComponents(
            [.year, .month, .day, .hour], from: Date(timeIntervalSince1970: Double(now.milliseconds) / 1000))
        guard let year = parts.year, let month = parts.month, let day = parts.day, (parts.hour ?? 0) >= Self.hour
        else { return nil }
        return "\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
    }

    private func parameters() async throws -> [String: String] {
        let overview = try await overview.overview(as: Instance.operatorPrincipal)
        var parameters = [
            "server": try await settings.current().name, "version": overview.version, "people": "\(overview.people)",
            "tracks": "\(overview.libraries.reduce(0) { $0 + $1.trackCount })", "requests": "\(overview.openRequests)",
            "warnings": "\(overview.warnings.count)",
        ]
        for (number, warning) in overview.warnings.enumerated() {
            parameters["warning\(number)"] = warning.kind.rawValue
            parameters["detail\(number)"] = warning.detail
        }
        parameters["head"] = overview.journalHead
        parameters["signer"] = overview.backupSigner
        let last = try await backups.runs(limit: 1).first
        parameters["backup"] = last.map { Self.text($0.endedAt ?? $0.startedAt) + " (\($0.state.rawValue))" } ?? "-"
        return parameters
    }

    private static func text(_ instant: Timestamp) -> String {
        let date = Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000)
        return date.formatted(
            .iso8601.year().month().day().dateSeparator(.dash).dateTimeSeparator(.space)
                .time(includingFractionalSeconds: false)
        ).prefix(16) + " UTC"
    }
}
