package import Backups
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
extension ListedBackup: ObjectBody {
    package static let component: String? = "Backup"
    package static let fields = Fields<Self> {
        Field("name") { $0.file.name }
        Field("size") { Int($0.file.size) }
        Field("encrypted") { $0.file.isSealed }
        Field("createdAt") { $0.run?.startedAt ?? $0.file.modifiedAt }
        Field("kind") { $0.run?.kind }
        Field("withMusic") { $0.run?.withMusic }
        Field("verifiedAt") { $0.run?.verifiedAt }
        Field("defect") { $0.run?.defect }
    }
}

/// One attempt to make a backup.
extension BackupRun: ObjectBody {
    package static let component: String? = "BackupRun"
    package static let fields = Fields<Self> {
        Field("kind") { $0.kind }
        Field("state") { $0.state }
        Field("startedAt") { $0.startedAt }
        Field("endedAt") { $0.endedAt }
        Field("withMusic") { $0.withMusic }
        Field("file") { $0.file }
        Field("size") { $0.size.map(Int.init) }
        Field("failure") { $0.failure }
        Field("verifiedAt") { $0.verifiedAt }
        Field("defect") { $0.defect }
    }
}

/// The present state of the backup coordinator.
extension BackupStatus: ObjectBody {
    package static let fields = Fields<Self> {
        Field("work") { $0.work }
        Field("file") { $0.file }
        Field("bytes") { $0.work == nil ? nil : Int($0.bytes) }
        Field("last") { $0.last }
        Field("prepared", ifPresent: { $0.prepared }) {
            Field("createdAt") { Timestamp(milliseconds: $0.createdAt) }
            Field("version") { $0.version }
        }
        Field("failure") { $0.failure }
    }
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
