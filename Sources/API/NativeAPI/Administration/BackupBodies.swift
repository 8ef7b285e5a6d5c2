import Backups
import HTTPSupport
import Primitives

/// When backups are made automatically, and how many are retained. Flags are false by default.
struct BackupScheduleChoiceBody: InputBody {
    let isEnabled = Input<Bool?>("enabled", .flag)
    let minute = Input<Int>("minute", .integer(in: 0...1439))
    let keep = Input<Int>("keep", .integer(in: 1...365))
    let withMusic = Input<Bool?>("withMusic", .flag)
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
}
