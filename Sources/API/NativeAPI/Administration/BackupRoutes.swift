package import Accounts
package import Backups
package import HTTPSupport
import Hummingbird
import Primitives

/// Backups, for admins.
package struct BackupRoutes: Sendable {
    /// Whether a backup includes the music; by default it does not.
    private static let withMusic = Input<Bool?>("withMusic", .flag)

    private let backups: BackupCoordinator
    private let revocations: Revocations

    package init(backups: BackupCoordinator, revocations: Revocations) {
        self.backups = backups
        self.revocations = revocations
    }

    @TableBuilder<Endpoint> package var endpoints: [Endpoint] {
        let path = "/api/v1/backups"
        Endpoint(
            .get, path, .requires(.administer), tag: "backups", "The stored backups, newest first",
            reply: ListBody<ListedBackup>.self
        ) { _, context in ListBody(try await backups.list(as: context.principal())) }
        Endpoint(
            .post, path, .requiresConfirmed(.administer), tag: "backups", "Start a backup", body: Self.withMusic.schema,
            reply: BackupStatus.self, status: .accepted
        ) { request, context in
            let withMusic = try await request.read(Self.withMusic) ?? false
            try await backups.start(withMusic: withMusic, as: context.principal(), from: context.remoteAddress)
            return try await backups.status(as: context.principal())
        }
        Endpoint(
            .get, path + "/status", .requires(.administer), tag: "backups",
            "The work in progress, the result of the last backup, and the backup that the next start restores",
            reply: BackupStatus.self
        ) { _, context in try await backups.status(as: context.principal()) }
        Endpoint(
            .get, path + "/schedule", .requires(.administer), tag: "backups", "The schedule of automatic backups",
            reply: BackupScheduleBody.self
        ) { _, context in try await reply(backups.schedule(as: context.principal())) }
        Endpoint(
            .put, path + "/schedule", .requiresConfirmed(.administer), tag: "backups",
            "Schedule a daily backup, minute minutes after midnight in the server's time zone; the latest keep backups are retained",
            body: BackupScheduleChoiceBody().schema, reply: BackupScheduleBody.self
        ) { request, context in
            let schedule = try await request.read(BackupScheduleChoiceBody()) { fields in
                try BackupSchedule(
                    isEnabled: fields.read(\.isEnabled) ?? false, minute: fields.read(\.minute),
                    keep: fields.read(\.keep), withMusic: fields.read(\.withMusic) ?? false)
            }
            try await backups.set(schedule, as: context.principal(), from: context.remoteAddress)
            return try await reply(schedule)
        }
        Endpoint(
            .delete, path + "/restoration", .requiresConfirmed(.administer), tag: "backups",
            "Cancel the restoration at the next start", credentials: true
        ) { _, context in try await backups.cancelRestore(as: context.principal(), from: context.remoteAddress) }
        Endpoint(
            .get, path + "/{id}/file", .requiresConfirmed(.administer), tag: "backups",
            "Download a backup, which is as secret as the server's own data", credentials: true,
            reply: .bytes(mediaType: "application/x-tar"), handler: download)
        Endpoint(
            .post, path + "/{id}/verification", .requiresConfirmed(.administer), tag: "backups",
            "Start to verify a backup: it is unpacked into a separate folder and compared with its list of contents",
            reply: BackupStatus.self, status: .accepted
        ) { _, context in try await begin(.verification, context) }
        Endpoint(
            .post, path + "/{id}/restoration", .requiresConfirmed(.administer), tag: "backups",
            "Start to prepare a backup for the next start, which replaces all present data by it", credentials: true,
            reply: BackupStatus.self, status: .accepted
        ) { _, context in try await begin(.restoration, context) }
        Endpoint(
            .delete, path + "/{id}", .requiresConfirmed(.administer), tag: "backups", "Delete a backup"
        ) { _, context in
            let id: ID<BackupFile> = try context.id("id")
            try await backups.delete(id.rawValue, as: context.principal(), from: context.remoteAddress)
        }
    }

    /// A client may ask for the first byte to learn the size, and continues a download by ranges that begin later; the
    /// journal records it as one download.
    private func download(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let id: ID<BackupFile> = try context.id("id")
        let authenticated = try context.signedIn()
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

    private func begin(_ work: BackupStatus.Work, _ context: GatewayContext) async throws -> BackupStatus {
        let id: ID<BackupFile> = try context.id("id")
        try await backups.start(work, of: id.rawValue, as: context.principal(), from: context.remoteAddress)
        return try await backups.status(as: context.principal())
    }

    private func reply(_ schedule: BackupSchedule) async throws -> BackupScheduleBody {
        BackupScheduleBody(schedule: schedule, next: await backups.nextDue(of: schedule))
    }
}
