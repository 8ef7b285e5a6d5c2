import Primitives
import Testing

@Suite("Roles") struct RoleTests {
    @Test("each role may do what the role before it may, and the admin everything")
    func nested() {
        for (lower, higher) in zip(Role.allCases, Role.allCases.dropFirst()) {
            #expect(lower.permissions.isSubset(of: higher.permissions))
        }
        #expect(Role.anonymous.permissions.isEmpty)
        #expect(Role.admin.permissions == Set(Permission.allCases))
        #expect(!Role.moderator.permissions.contains(.manageUsers))
        #expect(!Role.listener.permissions.contains(.submit))
    }

    @Test("identifiers are UUIDs of version 7 in the order of time")
    func identifiers() {
        let early = ID<Person>.make(at: Timestamp(milliseconds: 1_700_000_000_000)).rawValue
        let late = ID<Person>.make(at: Timestamp(milliseconds: 1_700_000_000_001)).rawValue
        #expect(early.count == 36 && early < late)
        #expect(Array(early)[14] == "7" && "89ab".contains(Array(early)[19]))
    }
}
