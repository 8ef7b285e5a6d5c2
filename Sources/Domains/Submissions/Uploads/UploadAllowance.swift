package import Primitives

/// How much people may give. What the gateway is set to bounds everybody; plans may bound single people further.
package protocol UploadAllowance: Sendable {
    func bounds(for caller: Principal) async throws -> UploadBounds
}

/// Bytes, each.
package struct UploadBounds: Sendable, Equatable {
    /// Of one file.
    package var file: Int64
    /// Of one person, of what is being sent and what has not been taken into a library yet.
    package var person: Int64
    /// Of all people together.
    package var everybody: Int64

    package init(file: Int64, person: Int64, everybody: Int64) {
        self.file = file
        self.person = person
        self.everybody = everybody
    }
}
