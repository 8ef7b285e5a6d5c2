package import Primitives

/// The bounds of a plan's limits.
package enum PlanRules {
    package static let streams: ClosedRange<Int64> = 1...1_000
    /// In bytes, up to a pebibyte.
    package static let bytes: ClosedRange<Int64> = 0...(1 << 50)

    /// Applies `change` to `plan`. Returns the names of the fields that differ. Throws `invalid` with the field.
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
        guard !name.isEmpty else { throw .invalid("The name is missing. Give the plan a name", field: "name") }
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

/// An admin's changes to a plan. Nil leaves a field as it is; the inner nil is no limit.
package struct PlanChange: Sendable {
    package var name: String?
    package var streams: Int??
    /// In kbit/s.
    package var maximumBitrate: Int??
    /// Bytes.
    package var uploadQuota: Int64??
    /// Bytes.
    package var monthlyTransfer: Int64??
    package var allowsDownloads: Bool?
    /// Only true is allowed: a plan stops being the default when another becomes it.
    package var isDefault: Bool?

    package init(
        name: String? = nil, streams: Int?? = nil, maximumBitrate: Int?? = nil, uploadQuota: Int64?? = nil,
        monthlyTransfer: Int64?? = nil, allowsDownloads: Bool? = nil, isDefault: Bool? = nil
    ) {
        self.name = name
        self.streams = streams
        self.maximumBitrate = maximumBitrate
        self.uploadQuota = uploadQuota
        self.monthlyTransfer = monthlyTransfer
        self.allowsDownloads = allowsDownloads
        self.isDefault = isDefault
    }
}
