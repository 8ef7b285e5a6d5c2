package import Accounts
package import HTTPSupport
import Primitives
import Streaming

/// The limits of a plan; null is none.
struct LimitsBody: JSONWritable {
    let limits: PlanLimits

    func write(to json: inout JSONWriter) {
        json.object { write(into: &$0) }
    }

    func write(into json: inout JSONWriter) {
        func field(_ name: StaticString, _ number: (some FixedWidthInteger)?) {
            json.key(name)
            if let number { json.value(number) } else { json.null() }
        }
        field("streams", limits.streams)
        field("maximumBitrate", limits.maximumBitrate)
        field("uploadQuota", limits.uploadQuota)
        field("monthlyTransfer", limits.monthlyTransfer)
        json.field("downloads", limits.allowsDownloads)
    }

    static let members: [(String, Schema)] = [
        ("streams", .nullable(.integer)), ("maximumBitrate", .nullable(.integer)),
        ("uploadQuota", .nullable(.integer)), ("monthlyTransfer", .nullable(.integer)),
        ("downloads", .flag),
    ]
}

/// A plan, as admins see it.
package struct PlanBody: JSONWritable {
    private let plan: Plan
    private let members: Int?

    package init(plan: Plan, members: Int? = nil) {
        self.plan = plan
        self.members = members
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", plan.id.rawValue)
            json.field("name", plan.name)
            json.field("default", plan.isDefault)
            LimitsBody(limits: plan.limits).write(into: &json)
            json.field("members", members)
            json.field("createdAt", plan.createdAt)
        }
    }

    static let schema = Schema.object(
        required: [("id", .text), ("name", .text), ("default", .flag), ("createdAt", .instant)] + LimitsBody.members,
        optional: [("members", .integer)])
}

/// What holds for a person, and how much of it they have used.
struct PlanUseBody: JSONWritable {
    let user: User
    let transferred: Int64
    let month: TransferMonth
    let openStreams: Int

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("planId", user.terms.plan?.rawValue)
            json.field("name", user.terms.name)
            var limits = user.terms.limits
            limits.maximumBitrate = user.bitrateLimit
            LimitsBody(limits: limits).write(into: &json)
            json.field("ownBitrate", user.maximumBitrate != nil)
            json.field("transferred", transferred)
            json.field("monthFrom", month.from)
            json.field("monthUntil", month.until)
            json.field("openStreams", openStreams)
        }
    }

    static let schema = Schema.object(
        required: [
            ("name", .text), ("ownBitrate", .flag), ("transferred", .integer), ("monthFrom", .instant),
            ("monthUntil", .instant), ("openStreams", .integer),
        ] + LimitsBody.members,
        optional: [("planId", .text)])
}
