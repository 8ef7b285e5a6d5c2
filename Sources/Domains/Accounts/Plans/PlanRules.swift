package import Primitives

/// What a plan can be.
package enum PlanRules {
    package static let streams: ClosedRange<Int64> = 1...1_000
    /// Bytes: up to a pebibyte.
    package static let bytes: ClosedRange<Int64> = 0...(1 << 50)

    /// `plan` as `change` makes it, and the fields that are another then. Throws `invalid` with the field.
    static func apply(_ change: PlanChange, to plan: inout Plan) throws(DomainError) -> [String] {
        var fields: [String] = []
        if let name = change.name {
            let checked = try Self.name(name)
            if checked != plan.name { fields.append("name") }
            plan.name = checked
        }
        if let streams = change.streams {
            if let streams, !Self.streams.contains(Int64(streams)) {
                throw .invalid("A plan allows 1 to 1000 streams at once", field: "streams")
            }
            if streams != plan.limits.streams { fields.append("streams") }
            plan.limits.streams = streams
        }
        if let bitrate = change.maximumBitrate {
            if let bitrate, !User.bitrateLimits.contains(bitrate) {
                throw .invalid("A limit is between 32 and 10000 kbit/s", field: "maximumBitrate")
            }
            if bitrate != plan.limits.maximumBitrate { fields.append("maximumBitrate") }
            plan.limits.maximumBitrate = bitrate
        }
        if let quota = change.uploadQuota {
            try check(quota, "uploadQuota")
            if quota != plan.limits.uploadQuota { fields.append("uploadQuota") }
            plan.limits.uploadQuota = quota
        }
        if let transfer = change.monthlyTransfer {
            try check(transfer, "monthlyTransfer")
            if transfer != plan.limits.monthlyTransfer { fields.append("monthlyTransfer") }
            plan.limits.monthlyTransfer = transfer
        }
        if let allowed = change.allowsDownloads, allowed != plan.limits.allowsDownloads {
            fields.append("downloads")
            plan.limits.allowsDownloads = allowed
        }
        if let isDefault = change.isDefault, isDefault != plan.isDefault {
            guard isDefault else {
                throw .invalid("Make another plan the default instead", field: "default", reason: "default_plan")
            }
            plan.isDefault = true
            fields.append("default")
        }
        return fields
    }

    private static func name(_ text: String) throws(DomainError) -> String {
        let name = VisibleText.clean(text, maximum: Plan.nameLimit + 1)
        guard !name.isEmpty else { throw .invalid("A plan has a name", field: "name") }
        guard name.count <= Plan.nameLimit else {
            throw .invalid("A plan's name has at most \(Plan.nameLimit) characters", field: "name")
        }
        return name
    }

    private static func check(_ bytes: Int64?, _ field: String) throws(DomainError) {
        guard let bytes, !Self.bytes.contains(bytes) else { return }
        throw .invalid("\(field) is a number of bytes up to \(Self.bytes.upperBound)", field: field)
    }
}
