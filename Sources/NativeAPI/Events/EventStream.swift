import Shelf
import HTTPSupport
import Hummingbird
import Listening
import NIOCore
import ServiceLifecycle

/// One open event stream: its feeds meet in a mailbox, from which one loop writes.
///
/// It ends when the client goes, when the session behind it has ended, when the client is too slow, when a feed finishes, and when
/// the gateway shuts down. All its tasks are children of the request's.
struct EventStream: Sendable {
    static let capacity = 64

    let listening: EventFeed<ListeningEvent>
    let shelf: EventFeed<ShelfEvent>
    let catalogue: EventFeed<Int64>
    /// Nil for those who may not see scans.
    let scans: EventFeed<any JSONWritable>?
    let isStillValid: @Sendable () -> Bool
    let timing: EventTiming
    let clock: any Clock<Duration>
    let channel: any Channel

    func write(to writer: inout any ResponseBodyWriter) async throws {
        let mailbox = EventMailbox(capacity: Self.capacity)
        channel.closeFuture.whenComplete { _ in mailbox.close() }
        try await withGracefulShutdownHandler {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await forwardListening(to: mailbox) }
                group.addTask { await forwardShelf(to: mailbox) }
                group.addTask { await forwardCatalogue(to: mailbox) }
                if let scans {
                    group.addTask { await forward(scans, to: mailbox) { .message(name: "scan", data: $0) } }
                }
                group.addTask { await watch(mailbox) }
                try await writer.write(ServerSentEvent.opening.bytes)
                for await message in mailbox.messages {
                    try await writer.write(message.bytes)
                }
                group.cancelAll()
            }
        } onGracefulShutdown: {
            mailbox.close()
        }
        try await writer.finish(nil)
    }

    private func forwardListening(to mailbox: EventMailbox) async {
        await forward(listening, to: mailbox) { event in
            switch event {
            case .history: .message(name: "history", data: EmptyEventBody())
            case .nowPlaying: .message(name: "nowPlaying", data: EmptyEventBody())
            case .queue(let revision, let client):
                .message(name: "queue", data: QueueEventBody(revision: revision, client: client))
            }
        }
    }

    private func forwardShelf(to mailbox: EventMailbox) async {
        await forward(shelf, to: mailbox) { event in
            switch event {
            case .opinions(let opinions): .message(name: "opinions", data: OpinionsEventBody(opinions: opinions))
            case .rating(let subject, let total):
                .message(name: "rating", data: RatingEventBody(subject: subject, total: total))
            case .playlist(let id, let revision):
                .message(name: "playlist", data: PlaylistEventBody(id: id, revision: revision))
            }
        }
    }

    /// A scan changes the library many times a second, and a client needs to know only that it did.
    private func forwardCatalogue(to mailbox: EventMailbox) async {
        func forwardAll<Feed: AsyncSequence<Int64, Never>>(_ feed: Feed) async {
            for await revision in feed {
                let message = ServerSentEvent.message(name: "catalogue", data: CatalogueEventBody(revision: revision))
                guard mailbox.send(message) else { break }
                try? await clock.sleep(for: timing.catalogueGap)
            }
        }
        await forwardAll(catalogue)
        mailbox.close()
    }

    private func forward<Feed: AsyncSequence>(
        _ feed: Feed, to mailbox: EventMailbox, _ message: (Feed.Element) -> ServerSentEvent
    ) async where Feed.Failure == Never {
        for await element in feed {
            guard mailbox.send(message(element)) else { break }
        }
        mailbox.close()
    }

    /// Sends heartbeats and looks after the session. A client that does not read its last messages is cut off.
    private func watch(_ mailbox: EventMailbox) async {
        do {
            var checks = 0
            while true {
                try await clock.sleep(for: timing.check)
                guard isStillValid() else { break }
                checks += 1
                guard checks % timing.checksPerHeartbeat == 0 else { continue }
                guard mailbox.send(.heartbeat) else { break }
            }
            mailbox.send(.message(name: "session", data: SessionEventBody()))
            mailbox.close()
            try await clock.sleep(for: timing.farewell)
            channel.close(promise: nil)
        } catch {
            // Cancelled: the stream has ended.
        }
    }
}
