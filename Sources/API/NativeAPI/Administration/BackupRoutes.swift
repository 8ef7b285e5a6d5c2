package import Accounts
package import Backups
package import HTTPSupport
import HTTPTypes
import Hummingbird
import Primitives

/// Backups, for admins.
package struct BackupRoutes: Sendable {
    private let backups: BackupCoordinator
    private let revocations: Revocations

    package init(backups: BackupCoordinator, revocations: Revocations) {
        self.backups = backups
        self.revocations = revocations
    }

    package var endpoints: [Endpoint] {
        let path = "/api/v1/backups"
        return [
            Endpoint(
                .get, path, .requires(.administer), tag: "backups", "The backups that lie in the folder, newest first",
                reply: .json(.ok, .list(of: .named("Backup"))), handler: list),
            Endpoint(
                .post, path, .requiresConfirmed(.administer), tag: "backups", "Begin a backup",
                body: .object(required: [], optional: [("withMusic", .flag)]),
                reply: .json(.accepted, BackupStatusBody.schema), handler: start),
            Endpoint(
                .get, path + "/status", .requires(.administer), tag: "backups",
                "What is being done, what became of the last backup, and which one is put in place at the next start",
                reply: .json(.ok, BackupStatusBody.schema), handler: status),
            Endpoint(
                .get, path + "/schedule", .requires(.administer), tag: "backups", "When backups are made by themselves",
                reply: .json(.ok, BackupScheduleBody.schema), handler: schedule),
            Endpoint(
                .put, path + "/schedule", .requiresConfirmed(.administer), tag: "backups",
                "Have one made every day, minute minutes after midnight in the server's zone, and the latest ones kept",
                body: .object(required: BackupScheduleBody.members, optional: []),
                reply: .json(.ok, BackupScheduleBody.schema), handler: setSchedule),
            Endpoint(
                .delete, path + "/restoration", .requiresConfirmed(.administer), tag: "backups",
                "Put nothing in place at the next start", credentials: true, reply: .empty(.noContent),
                handler: cancelRestoration),
            Endpoint(
                .get, path + "/{id}/file", .requiresConfirmed(.administer), tag: "backups",
                "A backup's bytes, which are as secret as the server itself", credentials: true,
                reply: .bytes(mediaType: "application/x-tar"), handler: download),
            Endpoint(
                .post, path + "/{id}/verification", .requiresConfirmed(.administer), tag: "backups",
                "Begin to unpack a backup aside and compare it with what it says of itself",
                reply: .json(.accepted, BackupStatusBody.schema), handler: verify),
            Endpoint(
                .post, path + "/{id}/restoration", .requiresConfirmed(.administer), tag: "backups",
                "Begin to make a backup ready for the next start, which puts it in the place of everything there is",
                credentials: true,
                reply: .json(.accepted, BackupStatusBody.schema), handler: restore),
            Endpoint(
                .delete, path + "/{id}", .requiresConfirmed(.administer), tag: "backups", "Delete a backup",
                reply: .empty(.noContent), handler: delete),
        ]
    }

    @Sendable private func list(_ request: Request, _ context: GatewayContext) async throws -> Response {
        .json(ListBody(try await backups.list(as: context.principal()).map(BackupBody.init)))
    }

    @Sendable private func start(_ request: Request, _ context: GatewayContext) async throws -> Response {
        var fields = try await request.jsonFields()
        let withMusic = try fields.optionalFlag("withMusic") ?? false
        try fields.end()
        try await backups.start(withMusic: withMusic, as: context.principal(), from: context.remoteAddress)
        return try await accepted(context)
    }

    @Sendable private func status(_ request: Request, _ context: GatewayContext) async throws -> Response {
        .json(BackupStatusBody(status: try await backups.status(as: context.principal())))
    }

    @Sendable private func schedule(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await reply(backups.schedule(as: context.principal()))
    }

    @Sendable private func setSchedule(_ request: Request, _ context: GatewayContext) async throws -> Response {
        var fields = try await request.jsonFields()
        let schedule = BackupSchedule(
            isEnabled: try fields.optionalFlag("enabled") ?? false,
            minute: Int(try fields.integer("minute", in: 0...1439)), keep: Int(try fields.integer("keep", in: 1...365)),
            withMusic: try fields.optionalFlag("withMusic") ?? false)
        try fields.end()
        try await backups.set(schedule, as: context.principal(), from: context.remoteAddress)
        return try await reply(schedule)
    }

    @Sendable private func cancelRestoration(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await backups.cancelRestore(as: context.principal(), from: context.remoteAddress)
        return .empty()
    }

    /// A resumed download requests ranges that begin later; the journal records it as one download.
    @Sendable private func download(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let id: ID<BackupFile> = try context.id("id")
        let range = request.headers[.range]
        let begins = range.map { $0.hasPrefix("bytes=0-") } ?? true
        let file = try await backups.open(
            id.rawValue, isWhole: begins && request.method == .get, as: context.principal(),
            from: context.remoteAddress)
        guard let authenticated = context.authenticated else { throw DomainError.signedOut }
        let channel = context.channel
        let permit = StreamPermit(
            revocations.open(for: authenticated, onRevoke: { channel.close(promise: nil) }))
        let fields: HTTPFields = [
            .cacheControl: "private, no-store",
            .contentDisposition: "attachment; filename=\"\(id.rawValue)\"",
        ]
        return FileResponder(
            file: file, validators: Validators(of: file),
            mediaType: id.rawValue.hasSuffix(BackupFile.ending) ? "application/x-tar" : "application/octet-stream",
            fields: fields,
            mayContinue: { permit.holds }
        ).respond(to: request, on: channel)
    }

    @Sendable private func verify(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await begin(.verification, context)
    }

    @Sendable private func restore(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await begin(.restoration, context)
    }

    @Sendable private func delete(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let id: ID<BackupFile> = try context.id("id")
        try await backups.delete(id.rawValue, as: context.principal(), from: context.remoteAddress)
        return .empty()
    }

    private func begin(_ work: BackupStatus.Work, _ context: GatewayContext) async throws -> Response {
        let id: ID<BackupFile> = try context.id("id")
        try await backups.start(work, of: id.rawValue, as: context.principal(), from: context.remoteAddress)
        return try await accepted(context)
    }

    private func accepted(_ context: GatewayContext) async throws -> Response {
        .json(BackupStatusBody(status: try await backups.status(as: context.principal())), status: .accepted)
    }

    private func reply(_ schedule: BackupSchedule) async throws -> Response {
        .json(BackupScheduleBody(schedule: schedule, next: await backups.nextDue(of: schedule)))
    }
}

/// A backup archive and its description.
struct BackupBody: ObjectBody {
    static let component: String? = "Backup"
    static let fields = Fields<Self> {
        Field("name") { $0.listed.file.name }
        Field("size") { Int($0.listed.file.size) }
        Field("encrypted") { $0.listed.file.isSealed }
        Field("createdAt") { $0.listed.run?.startedAt ?? $0.listed.file.modifiedAt }
        Field("kind") { $0.listed.run?.kind }
        Field("withMusic") { body in body.listed.run.map { run in run.withMusic } }
        Field("verifiedAt") { $0.listed.run?.verifiedAt }
        Field("defect") { $0.listed.run?.defect }
    }

    let listed: ListedBackup
}

/// One attempt to make a backup.
struct BackupRunBody: ObjectBody {
    static let component: String? = "BackupRun"
    static let fields = Fields<Self> {
        Field("kind") { $0.run.kind }
        Field("state") { $0.run.state }
        Field("startedAt") { $0.run.startedAt }
        Field("endedAt") { $0.run.endedAt }
        Field("withMusic") { $0.run.withMusic }
        Field("file") { $0.run.file }
        Field("size") { $0.run.size.map(Int.init) }
        Field("failure") { $0.run.failure }
        Field("verifiedAt") { $0.run.verifiedAt }
        Field("defect") { $0.run.defect }
    }

    let run: BackupRun
}

/// The present state of the backup coordinator.
struct BackupStatusBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("work") { $0.status.work }
        Field("file") { $0.status.file }
        Field("bytes") { $0.status.work == nil ? nil : Int($0.status.bytes) }
        Field("last") { $0.status.last.map(BackupRunBody.init) }
        Field("prepared", ifPresent: { $0.status.prepared }) {
            Field("createdAt") { Timestamp(milliseconds: $0.createdAt) }
            Field("version") { $0.version }
        }
        Field("failure") { $0.status.failure }
    }

    let status: BackupStatus
}

struct BackupScheduleBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("enabled") { $0.schedule.isEnabled }
        Field("minute") { $0.schedule.minute }
        Field("keep") { $0.schedule.keep }
        Field("withMusic") { $0.schedule.withMusic }
        Field("nextAt") { $0.next }
    }

    let schedule: BackupSchedule
    let next: Timestamp?

    static let members: [(String, Schema)] = [
        ("enabled", .flag), ("minute", .integer), ("keep", .integer), ("withMusic", .flag),
    ]
}
