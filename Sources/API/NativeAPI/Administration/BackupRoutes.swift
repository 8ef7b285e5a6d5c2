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
                .get, path, .requires(.administer), tag: "backups", "The stored backups, newest first",
                reply: .json(.ok, .list(of: .named("Backup"))), handler: list),
            Endpoint(
                .post, path, .requiresConfirmed(.administer), tag: "backups", "Start a backup",
                body: BackupDraftBody().schema, reply: .json(.accepted, BackupStatusBody.schema), handler: start),
            Endpoint(
                .get, path + "/status", .requires(.administer), tag: "backups",
                "The work in progress, the result of the last backup, and the backup that the next start restores",
                reply: .json(.ok, BackupStatusBody.schema), handler: status),
            Endpoint(
                .get, path + "/schedule", .requires(.administer), tag: "backups", "The schedule of automatic backups",
                reply: .json(.ok, BackupScheduleBody.schema), handler: schedule),
            Endpoint(
                .put, path + "/schedule", .requiresConfirmed(.administer), tag: "backups",
                "Schedule a daily backup, minute minutes after midnight in the server's time zone; the latest keep backups are retained",
                body: BackupScheduleChoiceBody().schema, reply: .json(.ok, BackupScheduleBody.schema),
                handler: setSchedule),
            Endpoint(
                .delete, path + "/restoration", .requiresConfirmed(.administer), tag: "backups",
                "Cancel the restoration at the next start", credentials: true, reply: .empty(.noContent),
                handler: cancelRestoration),
            Endpoint(
                .get, path + "/{id}/file", .requiresConfirmed(.administer), tag: "backups",
                "Download a backup, which is as secret as the server's own data", credentials: true,
                reply: .bytes(mediaType: "application/x-tar"), handler: download),
            Endpoint(
                .post, path + "/{id}/verification", .requiresConfirmed(.administer), tag: "backups",
                "Start to verify a backup: it is unpacked into a separate folder and compared with its list of contents",
                reply: .json(.accepted, BackupStatusBody.schema), handler: verify),
            Endpoint(
                .post, path + "/{id}/restoration", .requiresConfirmed(.administer), tag: "backups",
                "Start to prepare a backup for the next start, which replaces all present data by it",
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
        var fields = try await request.input(BackupDraftBody())
        let withMusic = try fields.read(\.withMusic) ?? false
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
        var fields = try await request.input(BackupScheduleChoiceBody())
        let schedule = BackupSchedule(
            isEnabled: try fields.read(\.isEnabled) ?? false, minute: try fields.read(\.minute),
            keep: try fields.read(\.keep), withMusic: try fields.read(\.withMusic) ?? false)
        try fields.end()
        try await backups.set(schedule, as: context.principal(), from: context.remoteAddress)
        return try await reply(schedule)
    }

    @Sendable private func cancelRestoration(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await backups.cancelRestore(as: context.principal(), from: context.remoteAddress)
        return .empty()
    }

    /// A client may ask for the first byte to learn the size, and continues a download by ranges that begin later; the
    /// journal records it as one download.
    @Sendable private func download(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let id: ID<BackupFile> = try context.id("id")
        guard let authenticated = context.authenticated else { throw DomainError.signedOut }
        let channel = context.channel
        let permit = StreamPermit(
            revocations.open(for: authenticated, onRevoke: { channel.close(promise: nil) }))
        let fields: HTTPFields = [
            .cacheControl: "private, no-store",
            .contentDisposition: "attachment; filename=\"\(id.rawValue)\"",
        ]
        let mediaType = id.rawValue.hasSuffix(BackupFile.ending) ? "application/x-tar" : "application/octet-stream"
        let responder = { @Sendable (file: any ReadableFile) in
            FileResponder(
                file: file, validators: Validators(of: file), mediaType: mediaType, fields: fields,
                mayContinue: { permit.holds })
        }
        let file = try await backups.open(id.rawValue, as: context.principal(), from: context.remoteAddress) { file in
            responder(file).sendsBeginning(to: request)
        }
        return responder(file).respond(to: request, on: channel)
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
