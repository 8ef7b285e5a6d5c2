import Foundation
import Support
import Testing

/// The composed server and a real mail server on this machine. RONDO_CLIENTS_PYTHON names a Python that has aiosmtpd.
@Suite(
    "Mail", .timeLimit(.minutes(10)), .needs(.clients))
struct SentMailTests {
    private static let certificates = Task {
        let folder = try TemporaryFolder()
        let made = try await Program.run(
            "/usr/bin/openssl",
            [
                "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext",
                "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", folder.path + "/key.pem", "-out",
                folder.path + "/certificate.pem",
            ])
        try #require(made.status == 0, "\(made.error)")
        return folder
    }

    /// A mail server, and a server that sends its emails there. Ada's address can be confirmed with `confirm`.
    private final class Post: Sendable {
        let server: MailServer
        let gateway: MusicServer
        /// Keeps the folder with the certificate.
        private let folder: TemporaryFolder

        init(_ mode: String, scheme: String = "smtp", trusting: Bool = true, arguments: [String] = []) async throws {
            folder = try await SentMailTests.certificates.value
            server = try await MailServer.start(mode, certificates: folder.path)
            var flags = [
                "--mail-server", "\(scheme)://localhost:\(server.port)", "--mail-sender", "rondo@music.example",
            ]
            if trusting { flags += ["--mail-authority", folder.path + "/certificate.pem"] }
            gateway = try await MusicServer(arguments: flags + arguments, frames: 1000)
            let set = try await gateway.request("PATCH", "/api/v1/me", json: #"{"email":"ada@example.org"}"#)
            try #require(set.status == 200, "\(set.text)")
        }

        /// Confirms Ada's address with the emailed link.
        func confirm() async throws {
            let asked = try await gateway.request("POST", "/api/v1/me/mail/confirmation")
            try #require(asked.status == 202, "\(asked.text)")
            let email = try await server.email(1)
            let token = try #require(email.body.components(separatedBy: "/confirm-email#").last?.prefix(43))
            let path = "/api/v1/email-confirmation"
            let done = try await gateway.request("POST", path, json: #"{"token":"\#(token)"}"#, as: "")
            try #require(done.status == 204, "\(done.text)")
            let again = try await gateway.request("POST", path, json: #"{"token":"\#(token)"}"#, as: "")
            #expect(again.status == 404)
        }
    }

    @Test(
        "an address is confirmed by its link, over each kind of connection",
        arguments: [("plain", "smtp"), ("starttls", "smtp"), ("implicit", "smtps")])
    func connections(mode: String, scheme: String) async throws {
        let post = try await Post(mode, scheme: scheme)
        let before = try await post.gateway.request("GET", "/api/v1/me/mail")
        #expect(before.json?["confirmed"] as? Bool == false && before.json?["enabled"] as? Bool == true)
        try await post.confirm()
        #expect(try await post.gateway.request("GET", "/api/v1/me/mail").json?["confirmed"] as? Bool == true)
        let email = try await post.server.email(1)
        #expect(email.text.contains("X-Envelope: rondo@music.example ['ada@example.org']"))
        #expect(email.text.contains("X-TLS: \(mode == "starttls" ? "True" : "")") || mode != "starttls")
        #expect(try await post.gateway.request("GET", "/api/v1/mail/status").json?["waiting"] as? Int == 0)
        // The link does not confirm another address.
        let moved = try await post.gateway.request("PATCH", "/api/v1/me", json: #"{"email":"ada@example.net"}"#)
        #expect(moved.status == 200)
        #expect(try await post.gateway.request("GET", "/api/v1/me/mail").json?["confirmed"] as? Bool == false)
    }

    @Test("the email to a former address is sent at once") func formerAddress() async throws {
        let post = try await Post("plain")
        try await post.confirm()
        let began = ContinuousClock.now
        let moved = try await post.gateway.request("PATCH", "/api/v1/me", json: #"{"email":"ada@example.net"}"#)
        #expect(moved.status == 200)
        #expect(try await post.server.email(2).body.contains("/undo-email#"))
        // The email sender's own interval is thirty seconds.
        #expect(ContinuousClock.now - began < .seconds(12))
    }

    @Test("a forgotten password: one reply for every asker, one email, one use, and the sessions end")
    func reset() async throws {
        let post = try await Post("starttls")
        try await post.confirm()
        let path = "/api/v1/password-reset"
        var answers: Set<String> = []
        for identity in ["ada", "ADA@example.org", "nobody", "nobody@example.org", "\u{1F3B5}"] {
            let reply = try await post.gateway.request("POST", path, json: #"{"identity":"\#(identity)"}"#, as: "")
            answers.insert("\(reply.status) \(reply.text)")
        }
        #expect(answers == ["202 "])
        let email = try await post.server.email(2)
        let token = try #require(email.body.components(separatedBy: "/welcome#").last?.prefix(43))
        let json = #"{"token":"\#(token)","password":"another lengthy sekret"}"#
        let chosen = try await post.gateway.request(
            "POST", "/api/v1/links/password", [("Origin", "https://localhost")], json: json, as: "")
        #expect(chosen.status == 200, "\(chosen.text)")
        let twice = try await post.gateway.request(
            "POST", "/api/v1/links/password", [("Origin", "https://localhost")], json: json, as: "")
        #expect(twice.status == 404 && twice.json?["reason"] as? String == "link_expired", "\(twice.text)")
        #expect(try await post.gateway.request("GET", "/api/v1/me").status == 401)
        #expect(try post.server.count() == 2)
    }

    @Test("an admin who asked for it is mailed the overview with the journal's head, once a day")
    func overview() async throws {
        // A time zone in which it is noon now.
        let hour = try #require(Calendar(identifier: .gregorian).dateComponents(in: .gmt, from: Date()).hour)
        let offset = 12 - hour
        let zone = "Etc/GMT" + (offset > 0 ? "-\(offset)" : offset < 0 ? "+\(-offset)" : "")
        let post = try await Post("plain", arguments: ["--time-zone", zone])
        try await post.confirm()
        let chosen = try await post.gateway.request("PUT", "/api/v1/me/mail", json: #"{"kinds":["dailyOverview"]}"#)
        #expect(chosen.json?["kinds"] as? [String] == ["dailyOverview"], "\(chosen.text)")
        let email = try await post.server.email(2)
        let lines = email.body.split(whereSeparator: \.isNewline)
        let head = try #require(lines.first { $0.wholeMatch(of: /[0-9]+:[0-9a-f]{64}/) != nil }, "\(email.body)")
        let data = post.gateway.data
        let verified = try await Program.run(
            Program.path, ["journal", "verify", "--noted", String(head), "--data", data])
        #expect(verified.status == 0, "\(verified.output)\(verified.error)")
        let signer = try await Program.run(Program.path, ["backup", "signer", "--data", data])
        #expect(email.body.contains(signer.output.trimmingCharacters(in: .whitespacesAndNewlines)))
        let again = try await post.gateway.request("PUT", "/api/v1/me/mail", json: #"{"kinds":["dailyOverview"]}"#)
        #expect(again.status == 200)
        let test = try await post.gateway.request("POST", "/api/v1/mail/test")
        #expect(test.status == 202, "\(test.text)")
        #expect(try await post.server.email(3).body.contains("reach you"))
    }

    @Test("an admin's link sets a first password for a user without one, and a new one for others")
    func adminLinks() async throws {
        let post = try await Post("plain")
        var number = 0
        for (name, password, words) in [
            ("gran", "", "account gran is waiting for you"),
            ("bob", #","password":"seven quiet violas at dawn""#, "a new password for your account bob"),
        ] {
            let made = try await post.gateway.request(
                "POST", "/api/v1/users",
                json: #"{"username":"\#(name)","role":"listener","email":"\#(name)@example.org"\#(password)}"#)
            let account = made.json?["user"] as? [String: Any]
            let id = try #require(account?["id"] as? String, "\(made.text)")
            let sent = try await post.gateway.request("POST", "/api/v1/users/\(id)/link/mail")
            #expect(sent.status == 202, "\(sent.text)")
            number += 1
            let email = try await post.server.email(number)
            #expect(email.body.contains(words) && email.body.contains("/welcome#"), "\(email.body)")
            // Each email states the lifetime that its link really has.
            #expect(email.body.contains(name == "bob" ? "within 48 hours" : "within two days"), "\(email.body)")
            #expect(email.body.contains("is waiting for you") == (name == "gran"), "\(email.body)")
        }
    }

    @Test(
        "an invitation is mailed by API and by command, with inviter and expiry, and its link makes an account"
    )
    func invitations() async throws {
        let post = try await Post("plain")
        let named = try await post.gateway.request("PATCH", "/api/v1/me", json: #"{"displayName":"Ada","locale":"pl"}"#)
        #expect(named.status == 200, "\(named.text)")
        let made = try await post.gateway.request(
            "POST", "/api/v1/invitations", json: #"{"role":"listener","expiresInDays":3,"email":" gran@example.org "}"#)
        #expect(made.status == 201, "\(made.text)")
        let token = try #require(URL(string: made.json?["url"] as? String ?? "")?.fragment)
        let until = try #require(made.json?["expiresAt"] as? String)
        let email = try await post.server.email(1)
        #expect(email.text.contains("['gran@example.org']"))
        #expect(email.body.contains("/join#\(token)") && email.body.contains("wysyła: Ada"), "\(email.body)")
        #expect(email.body.contains("do \(until.prefix(10)) \(until.dropFirst(11).prefix(5)) UTC"), "\(email.body)")
        let taken = try await post.gateway.request(
            "POST", "/api/v1/invitations/acceptance", [("Origin", "https://localhost")],
            json: #"{"token":"\#(token)","username":"gran","password":"nine silver flutes rising"}"#, as: "")
        #expect(taken.status == 201, "\(taken.text)")

        let result = try await Program.run(
            Program.path,
            [
                "invite", "add", "--email", "bob@example.org", "--json", "--data",
                post.gateway.data,
            ], environment: ["RONDO_MAIL_SERVER": "smtp://localhost:\(post.server.port)"])
        #expect(result.status == 0, "\(result.error)")
        let second = try await post.server.email(2)
        #expect(second.text.contains("['bob@example.org']") && second.body.contains("An administrator invites you"))
        let shown = try #require(result.output.components(separatedBy: "/join#").last?.prefix(43))
        #expect(second.body.contains("/join#\(shown)"), "\(second.body)")
    }

    @Test("a mail server that asks for a password gets it; one with an untrusted certificate gets nothing")
    func authentication() async throws {
        let folder = try TemporaryFolder()
        try PrivateText.write("s3cret\n", to: folder.path + "/password")
        let flags = ["--mail-user", "rondo", "--mail-password-file", folder.path + "/password"]
        let post = try await Post("auth", arguments: flags)
        try await post.confirm()

        let distrusted = try await Post("auth", trusting: false, arguments: flags)
        _ = try await distrusted.gateway.request("POST", "/api/v1/me/mail/confirmation")
        let failure = try await Self.failure(distrusted.gateway)
        #expect(failure.state == "waiting" && failure.text.contains("ertificate"), "\(failure)")
        #expect(try distrusted.server.count() == 0)
    }

    @Test("a temporary refusal is retried, a permanent one gives up, and no email is sent twice")
    func refusals() async throws {
        let later = try await Post("later")
        _ = try await later.gateway.request("POST", "/api/v1/me/mail/confirmation")
        let failure = try await Self.failure(later.gateway)
        #expect(failure.state == "waiting" && failure.text.contains("451"), "\(failure)")
        let retried = try await later.gateway.request("POST", "/api/v1/mail/\(failure.id)/retry")
        #expect(retried.status == 202)
        _ = try await later.server.email(1)

        let never = try await Post("never")
        _ = try await never.gateway.request("POST", "/api/v1/me/mail/confirmation")
        let given = try await Self.failure(never.gateway)
        #expect(given.state == "failed" && given.text.contains("550"), "\(given)")
        let deleted = try await never.gateway.request("DELETE", "/api/v1/mail/\(given.id)")
        #expect(deleted.status == 204)
    }

    @Test("a mail server that answers nonsense or disconnects costs one attempt", arguments: ["garbage", "hangup"])
    func nonsense(mode: String) async throws {
        let post = try await Post(mode)
        _ = try await post.gateway.request("POST", "/api/v1/me/mail/confirmation")
        let failure = try await Self.failure(post.gateway)
        #expect(failure.state == "waiting", "\(failure)")
        #expect(try await post.gateway.request("GET", "/health").status == 200)
    }

    @Test("without a mail server no email is promised") func absent() async throws {
        let gateway = try await MusicServer.shared.value
        #expect(try await gateway.request("GET", "/api/v1/server").json?["sendsMail"] as? Bool == false)
        for identity in ["ada", "nobody"] {
            let reply = try await gateway.request(
                "POST", "/api/v1/password-reset", json: #"{"identity":"\#(identity)"}"#, as: "")
            #expect(reply.status == 409 && reply.json?["reason"] as? String == "mail_absent", "\(reply.text)")
        }
    }

    /// The only email in the outbox, once sending it was tried.
    private static func failure(_ gateway: MusicServer) async throws -> (id: String, state: String, text: String) {
        var email: [String: Any]?
        try await waitUntil("the email has been tried") {
            let items = try await gateway.request("GET", "/api/v1/mail").json?["items"] as? [[String: Any]]
            email = items?.first
            return email?["failure"] is String
        }
        return (
            email?["id"] as? String ?? "", email?["state"] as? String ?? "", email?["failure"] as? String ?? ""
        )
    }
}
