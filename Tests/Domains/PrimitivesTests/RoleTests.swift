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

    @Test("a refused token or key learns which scope it needs")
    func neededScopes() {
        func message(
            _ scopes: Set<AccessScope>, grants: Set<Permission>? = nil, _ check: (Principal) throws(DomainError) -> Void
        ) -> String? {
            let user = Principal(user: ID("u"), role: .admin, grants: grants, scopes: scopes)
            do { try check(user) } catch { return error.message }
            return nil
        }
        let refusal = "Your token or key does not allow this. Use "
        #expect(message([.read]) { caller throws(DomainError) in try caller.require([.read]) } == nil)
        #expect(
            message([.read]) { caller throws(DomainError) in try caller.require([.write]) }
                == refusal + "one with the scope write")
        #expect(
            message([.read]) { caller throws(DomainError) in try caller.require([.administer, .credentials]) }
                == refusal + "a token with the scopes administer and credentials")
        #expect(
            message([.read], grants: [.browse]) { caller throws(DomainError) in try caller.require(.stream) }
                == refusal + "one with the scope stream")
        #expect(
            message([.read], grants: [.browse]) { caller throws(DomainError) in try caller.require(.manageUsers) }
                == refusal + "a token with the scope administer, or a key with the scope admin")
    }

    @Test("ids are UUIDs of version 7 in order of time")
    func identifiers() {
        let early = ID<Person>.make(at: Timestamp(milliseconds: 1_700_000_000_000)).rawValue
        let late = ID<Person>.make(at: Timestamp(milliseconds: 1_700_000_000_001)).rawValue
        #expect(early.count == 36 && early < late)
        #expect(Array(early)[14] == "7" && "89ab".contains(Array(early)[19]))
    }
}
