package import Primitives

/// The bounds of a plan's limits.
package enum PlanRules {
    package static let streams: ClosedRange<Int64> = 1...1_000
    /// In bytes, up to a pebibyte.
    package static let bytes: ClosedRange<Int64> = 0...(1 << 50)

    /// Applies `change` to `plan`. Returns the names of the fields that differ. Throws `invalid` with the field.
    static func apply(_ change: PlanChange, to plan: inout Plan) throws(DomainError) -> [String] {
        let name: String? = if let text = change.name { try Self.name(text) } else { nil }
        if let streams = change.streams ?? nil, !Self.streams.contains(Int64(streams)) {
            throw .invalid("A plan allows 1 to 1000 streams at once", field: "streams")
        }
        try User.checkBitrate(change.maximumBitrate ?? nil)
        try check(change.uploadQuota ?? nil, "uploadQuota")
        try check(change.monthlyTransfer ?? nil, "monthlyTransfer")
        if change.isDefault == false, plan.isDefault {
            throw .invalid("Make another plan the default instead", field: "default", reason: "default_plan")
        }

        var fields: [String] = []
        func set<Value: Equatable>(_ path: WritableKeyPath<Plan, Value>, to value: Value?, _ field: String) {
            guard let value, plan[keyPath: path] != value else { return }
            plan[keyPath: path] = value
            fields.append(field)
        }
        set(\.name, to: name, "name")
        set(\.limits.streams, to: change.streams, "streams")
        set(\.limits.maximumBitrate, to: change.maximumBitrate, "maximumBitrate")
        set(\.limits.uploadQuota, to: change.uploadQuota, "uploadQuota")
        set(\.limits.monthlyTransfer, to: change.monthlyTransfer, "monthlyTransfer")
        set(\.limits.allowsDownloads, to: change.allowsDownloads, "downloads")
        set(\.isDefault, to: change.isDefault, "default")
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
