import Foundation
import HTTPTypes
import Primitives
import Submissions
import Support
import Testing

@testable import rondo

/// Submissions, withdrawals, reports, lyrics and notifications.
extension Seeding {
    /// The contributors' drafts.
    mutating func addSubmissions() async throws {
        for (seed, account) in Account.allCases.enumerated() where account.role != .listener {
            let name = account == .stranger ? Self.secret : "\(account)"
            let file = TaggedWAV.file(
                [("TIT2", "\(name) submission"), ("TPE1", "Submitter"), ("TALB", "Submissions")],
                seed: UInt64(100 + seed), frames: 4000
            )
            let id = try await announce("\(name)-submission.wav", file.count, as: account)
            _ = try await call(
                .patch, "/uploads/\(id)", as: account,
                [.tusResumable: "1.0.0", .uploadOffset: "0", .contentType: "application/offset+octet-stream"],
                bytes: file)
            belongings.put(id, .submission, of: account)
        }
        try await gateway.all.submissions.inspector.inspectAll()
        for account in Account.allCases where account.role != .listener {
            _ = try await call(.get, "/submissions/\(id(.submission, of: account))", as: account)
        }
        // This one waits for a decision.
        _ = try await call(.post, "/submissions/\(id(.submission, of: .moderator))/submit", [:], as: .moderator)
    }

    /// A withdrawn song of each library, and users' reports.
    mutating func addModeration() async throws {
        for track in try await items("/tracks", as: .admin) {
            guard let title = track["title"] as? String, title.hasSuffix(" song 1") else { continue }
            let id = try #require(track["id"] as? String)
            let answer = try await call(
                .post, "/moderation/tracks/\(id)/withdrawal", ["reason": "It is not ours"], as: .admin)
            let withdrawn = try #require((answer.json?["items"] as? [[String: Any]])?.first?["id"] as? String)
            belongings.put(withdrawn, .withdrawal, isOther: title.hasPrefix(Self.secret))
        }
        try #require(belongings.has(.withdrawal))
        for (kind, resource, isOther) in [("post", Resource.post, false), ("comment", .comment, true)] {
            let report = try await made(
                .post, "/reports", ["kind": kind, "id": id(resource, of: .contributor)], as: .listener)
            belongings.put(report, .report, isOther: isOther)
        }
    }

    /// Lyrics that were written, changed, and proposed.
    mutating func addLyrics() async throws {
        for (isOther, author) in [(false, Account.contributor), (true, .stranger)] {
            let path = "/tracks/\(id(.track, isOther ? .other : .own))/lyrics"
            func write(_ text: String, on basis: Any, as account: Account) async throws -> String {
                // Timed word by word, so that lyrics of every kind can be requested.
                let word = ["startMs": 100, "byteStart": 0, "byteEnd": text.utf8.count]
                let lines: [[String: Any]] = [["text": text, "startMs": 100, "words": [word]]]
                return try await made(
                    .put, path + "/written", ["basis": basis, "items": [["lines": lines]]], as: account)
            }
            let words = (isOther ? Self.secret : "Open") + " words"
            let first = try await write(words, on: NSNull(), as: .admin)
            let second = try await write(words + " again", on: first, as: .admin)
            belongings.put(first, .lyricsVersion, isOther: isOther)
            belongings.put(
                try await write(words + " proposed", on: second, as: author), .lyricsProposal, isOther: isOther)
        }
    }

    /// Notifies every user that someone backs their wish.
    mutating func addNotifications() async throws {
        for account in Account.allCases {
            let backer: Account = account == .stranger ? .listener : .stranger
            _ = try await call(.put, "/wishes/\(id(.wish, of: account))/backing", as: backer)
            let told = try await items("/notifications", as: account).first?["id"]
            let id = (told as? String) ?? (told as? Int).map { "\($0)" }
            belongings.put(try #require(id, "\(account) was told nothing"), .notification, of: account)
        }
    }
}
