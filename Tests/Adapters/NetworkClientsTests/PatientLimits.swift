import NetworkClients
import Primitives

extension GuardedReader.Limits {
    /// Time limits that a busy machine keeps, except those that a test waits for.
    static func patient(
        bytes: Int = 1 << 20, reach: Duration = .seconds(60), whole: Duration = .seconds(120)
    ) -> GuardedReader.Limits {
        GuardedReader.Limits(
            bytes: bytes, time: LinkLimits(reach: reach, pace: .seconds(60), paceBytes: 1, whole: whole))
    }
}
