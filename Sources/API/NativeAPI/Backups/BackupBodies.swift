import Backups
import HTTPSupport
import Primitives

/// An archive and what is known of it.
struct BackupBody: JSONWritable {
    let listed: ListedBackup

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("name", listed.file.name)
            json.field("size", Int(listed.file.size))
            json.field("encrypted", listed.file.isSealed)
            json.field("createdAt", listed.run?.startedAt ?? listed.file.modifiedAt)
            json.field("kind", listed.run?.kind.rawValue)
            if let run = listed.run { json.field("withMusic", run.withMusic) }
            json.field("verifiedAt", listed.run?.verifiedAt)
            json.field("defect", listed.run?.defect)
        }
    }

    static let schema = Schema.object(
        required: [("name", .text), ("size", .integer), ("encrypted", .flag), ("createdAt", .instant)],
        optional: [
            ("kind", .choice(BackupRun.Kind.allCases.map(\.rawValue))), ("withMusic", .flag), ("verifiedAt", .instant),
            ("defect", .text),
        ])
}

/// One attempt to make one.
struct BackupRunBody: JSONWritable {
    let run: BackupRun

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("kind", run.kind.rawValue)
            json.field("state", run.state.rawValue)
            json.field("startedAt", run.startedAt)
            json.field("endedAt", run.endedAt)
            json.field("withMusic", run.withMusic)
            json.field("file", run.file)
            json.field("size", run.size.map(Int.init))
            json.field("failure", run.failure)
            json.field("verifiedAt", run.verifiedAt)
            json.field("defect", run.defect)
        }
    }

    static let schema = Schema.object(
        required: [
            ("kind", .choice(BackupRun.Kind.allCases.map(\.rawValue))),
            ("state", .choice(BackupRun.State.allCases.map(\.rawValue))), ("startedAt", .instant), ("withMusic", .flag),
        ],
        optional: [
            ("endedAt", .instant), ("file", .text), ("size", .integer), ("failure", .text), ("verifiedAt", .instant),
            ("defect", .text),
        ])
}

/// What the desk is at.
struct BackupStatusBody: JSONWritable {
    let status: BackupStatus

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("work", status.work?.rawValue)
            json.field("file", status.file)
            if status.work != nil { json.field("bytes", Int(status.bytes)) }
            if let last = status.last { json.field("last", BackupRunBody(run: last)) }
            if let prepared = status.prepared {
                json.key("prepared")
                json.object { json in
                    json.field("createdAt", Timestamp(milliseconds: prepared.createdAt))
                    json.field("version", prepared.version)
                }
            }
            json.field("failure", status.failure)
        }
    }

    static let schema = Schema.object(
        required: [],
        optional: [
            ("work", .choice(BackupStatus.Work.allCases.map(\.rawValue))), ("file", .text), ("bytes", .integer),
            ("last", .named("BackupRun")),
            ("prepared", .object(required: [("createdAt", .instant), ("version", .text)], optional: [])),
            ("failure", .text),
        ])
}

struct BackupScheduleBody: JSONWritable {
    let schedule: BackupSchedule
    let next: Timestamp?

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("enabled", schedule.isEnabled)
            json.field("minute", schedule.minute)
            json.field("keep", schedule.keep)
            json.field("withMusic", schedule.withMusic)
            json.field("nextAt", next)
        }
    }

    static let members: [(String, Schema)] = [
        ("enabled", .flag), ("minute", .integer), ("keep", .integer), ("withMusic", .flag),
    ]
    static let schema = Schema.object(required: members, optional: [("nextAt", .instant)])
}
