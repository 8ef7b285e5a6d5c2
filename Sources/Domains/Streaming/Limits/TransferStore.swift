package import Primitives

/// Where the sums of what people were sent are kept. Every method is one transaction.
package protocol TransferStore: Sendable {
    /// Bytes in the month of this number.
    func transferred(by person: ID<Person>, in month: Int) async throws -> Int64
    /// Adds to the sums; those of people who are gone are passed over.
    func add(_ sums: [TransferSum]) async throws
}
