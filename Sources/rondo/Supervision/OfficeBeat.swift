import Administration
import Journal
import Logging
import Primitives
import ServiceLifecycle
import Streaming

/// Writes down every ten seconds what people were sent, and cuts off once an hour what the journal need not keep any more.
struct OfficeBeat: Service {
    let meter: TransferMeter
    let journal: JournalService
    let settings: SettingsService
    let logger: Logger

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            var beats = 0
            while true {
                try await Task.sleep(for: TransferMeter.beat)
                await write()
                if beats % 360 == 0 { await cut() }
                beats += 1
            }
        }
        await write()
    }

    private func write() async {
        do {
            try await meter.flush()
        } catch {
            logger.warning("What people were sent could not be written down", metadata: ["error": "\(error)"])
        }
    }

    private func cut() async {
        do {
            try await journal.finishCut()
            guard let days = try await settings.current().journalDays else { return }
            let cut = try await journal.cut(
                olderThan: .seconds(days * 86_400), as: Instance.operatorPrincipal, by: .gateway)
            if let cut { logger.notice("The journal was cut", metadata: ["rows": "\(cut.count)"]) }
        } catch {
            logger.warning("The journal could not be cut", metadata: ["error": "\(error)"])
        }
    }
}
