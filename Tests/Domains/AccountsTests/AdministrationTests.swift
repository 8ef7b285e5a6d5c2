import Support
import Accounts
import Primitives
import Testing

@Suite struct AdministrationTests {
    @Test("only users with the right to manage users can", arguments: [Role.listener, .contributor, .moderator])
    func permission(role: Role) async throws {
        try await AccountsFixture.run { fixture in
            let user = try await fixture.add("ada", role: role)
            let caller = try await fixture.enter("ada").caller
            let page = PageRequest.first(10)
            await expectRefusal(.forbidden) { _ = try await fixture.users.list(page, as: caller) }
            await expectRefusal(.forbidden) { _ = try await fixture.users.get(user.id, as: caller) }
            await expectRefusal(.forbidden) {
                _ = try await fixture.users.create(UserDraft(username: "x", role: .admin), as: caller)
            }
            await expectRefusal(.forbidden) {
                _ = try await fixture.users.edit(user.id, UserChange(role: .admin), as: caller)
            }
            await expectRefusal(.forbidden) { _ = try await fixture.users.createLink(for: user.id, as: caller) }
            await expectRefusal(.forbidden) { _ = try await fixture.users.sessions(of: user.id, as: caller) }
            await expectRefusal(.forbidden) { try await fixture.users.endSessions(of: user.id, as: caller) }
            await expectRefusal(.forbidden) {
                try await fixture.users.setPassword(AccountsFixture.password, of: user.id, as: caller)
            }
            await expectRefusal(.forbidden) { try await fixture.users.delete(user.id, as: caller) }
        }
    }

    @Test("deleting an account ends its sessions and frees its name; admins cannot delete their own")
    func deletion() async throws {
        try await AccountsFixture.run { fixture in
            let root = try await fixture.add("root", role: .admin)
            let admin = try await fixture.enter("root").caller
            let user = try await fixture.add("ada")
            let (signedIn, caller) = try await fixture.enter("ada")
            let token = try await fixture.credentials.createToken(label: "t", as: caller)
            let stream = fixture.authentication.revocations.open(for: signedIn.authenticated)
            await expectRefusal(.forbidden) { try await fixture.users.delete(root.id, as: admin) }
            let last = await domainError { try await fixture.users.delete(root.id, as: .commandLine) }
            #expect(last?.reason == "last_admin")
            #expect(try await fixture.store.user(root.id)?.disabled == false)

            try await fixture.users.delete(user.id, as: admin)
            #expect(stream.isRevoked)
            #expect(try await fixture.authentication.authenticate(sessionToken: signedIn.sessionToken) == nil)
            #expect(try await fixture.authentication.authenticate(bearerToken: token.text, from: "192.0.2.1") == nil)
            await expectRefusal(.notFound) { _ = try await fixture.users.get(user.id, as: admin) }
            await expectRefusal(.notFound) { try await fixture.users.delete(user.id, as: admin) }
            #expect(try await fixture.add("ada").id != user.id)
        }
    }

    @Test("the last admin cannot be demoted or disabled, not even by themselves")
    func lastAdmin() async throws {
        try await AccountsFixture.run { fixture in
            let root = try await fixture.add("root", role: .admin)
            _ = try await fixture.users.create(UserDraft(username: "invited", role: .admin), as: .commandLine)
            let caller = try await fixture.enter("root").caller
            for change in [UserChange(role: .listener), UserChange(disabled: true)] {
                for acting in [caller, .commandLine] {
                    let error = await domainError { _ = try await fixture.users.edit(root.id, change, as: acting) }
                    #expect(error?.code == .conflict && error?.reason == "last_admin")
                }
            }
            _ = try await fixture.add("second", role: .admin)
            #expect(try await fixture.users.edit(root.id, UserChange(role: .listener), as: caller).role == .listener)
        }
    }

    @Test("of 50 parallel demotions of each of two admins, one is refused and one admin remains")
    func parallelDemotions() async throws {
        try await AccountsFixture.run { fixture in
            let first = try await fixture.add("first", role: .admin)
            let second = try await fixture.add("second", role: .admin)
            await withTaskGroup(of: Void.self) { group in
                for index in 0..<50 {
                    let id = index % 2 == 0 ? first.id : second.id
                    let change = index % 3 == 0 ? UserChange(disabled: true) : UserChange(role: .listener)
                    group.addTask { _ = try? await fixture.users.edit(id, change, as: .commandLine) }
                }
            }
            #expect(try await fixture.store.read { try $0.ableAdmins().count } == 1)
        }
    }

    @Test("a new role ends the user's sessions and streams, and takes effect at once")
    func roleChange() async throws {
        try await AccountsFixture.run { fixture in
            try await fixture.add("root", role: .admin)
            let user = try await fixture.add("ada", role: .admin)
            let (signedIn, caller) = try await fixture.enter("ada")
            let token = try await fixture.credentials.createToken(label: "t", as: caller)
            _ = try await fixture.authentication.authenticate(sessionToken: signedIn.sessionToken)
            _ = try await fixture.authentication.authenticate(bearerToken: token.text, from: "192.0.2.1")
            let stream = fixture.authentication.revocations.open(for: signedIn.authenticated)
            _ = try await fixture.users.edit(user.id, UserChange(role: .listener), as: .commandLine)
            #expect(stream.isRevoked)
            #expect(try await fixture.authentication.authenticate(sessionToken: signedIn.sessionToken) == nil)
            let again = try await fixture.authentication.authenticate(bearerToken: token.text, from: "192.0.2.1")
            #expect(again?.principal.role == .listener)
            _ = try await fixture.users.edit(user.id, UserChange(disabled: true), as: .commandLine)
            #expect(try await fixture.authentication.authenticate(bearerToken: token.text, from: "192.0.2.1") == nil)
        }
    }

    @Test(
        "revoking a library ends streams from it, at once here and at its next check in another process")
    func libraries() async throws {
        try await AccountsFixture.run { fixture in
            let user = try await fixture.add("ada", role: .moderator)
            let (signedIn, caller) = try await fixture.enter("ada")
            let revocations = fixture.authentication.revocations
            let (other, events) = (
                revocations.open(for: signedIn.authenticated, from: "l1"), revocations.open(for: signedIn.authenticated)
            )
            #expect(signedIn.authenticated.principal.libraries == .everything)
            _ = try await fixture.users.edit(user.id, UserChange(libraries: .only([])), as: .commandLine)
            #expect(other.isRevoked && !events.isRevoked && revocations.count == 1)
            let token = signedIn.sessionToken
            let again = try #require(try await fixture.authentication.authenticate(sessionToken: token))
            #expect(again.principal.libraries == .only([]))
            await expectRefusal(field: "libraries") {
                let change = UserChange(libraries: .only(["nowhere"]))
                _ = try await fixture.users.edit(user.id, change, as: .commandLine)
            }
            await expectRefusal(.forbidden) {
                _ = try await fixture.users.edit(user.id, UserChange(libraries: .everything), as: caller)
            }

            _ = try await fixture.users.edit(user.id, UserChange(libraries: .everything), as: .commandLine)
            let open = try #require(try await fixture.authentication.authenticate(sessionToken: token))
            #expect(open.principal.libraries == .everything)
            let late = revocations.open(for: open, from: "l1")
            _ = try await fixture.store.edit(user.id) { $0.user.libraries = .only([]) }
            try await fixture.authentication.tick()
            #expect(late.isRevoked && !events.isRevoked && revocations.count == 1)
            fixture.clock.advance(by: .seconds(5))
            let after = try await fixture.authentication.authenticate(sessionToken: token)
            #expect(after?.principal.libraries == .only([]))
        }
    }

    @Test("a new account without a password gets a link that works once, within 48 hours")
    func links() async throws {
        try await AccountsFixture.run { fixture in
            let (user, issued) = try await fixture.users.create(UserDraft(username: "ada"), as: .commandLine)
            let first = try #require(issued)
            let summary = try await fixture.links.check(token: first.token)
            #expect(summary.purpose == .password && summary.username == "ada")
            #expect(summary.expiresAt == fixture.clock.now().advanced(by: .seconds(48 * 3_600)))
            let second = try await fixture.users.createLink(for: user.id, as: .commandLine)
            await expectRefusal(reason: "link_expired") { _ = try await fixture.links.check(token: first.token) }

            let outcomes = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        (try? await fixture.links.choosePassword(
                            token: second.token, password: AccountsFixture.password, in: fixture.browser())) != nil
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes.filter { $0 }.count == 1)
            let (signedIn, _) = try await fixture.enter("ada")

            let third = try await fixture.users.createLink(for: user.id, as: .commandLine)
            #expect(try await fixture.authentication.authenticate(sessionToken: signedIn.sessionToken) != nil)
            _ = try await fixture.links.choosePassword(
                token: third.token, password: "another lengthy sekret", in: fixture.browser())
            #expect(try await fixture.authentication.authenticate(sessionToken: signedIn.sessionToken) == nil)

            let late = try await fixture.users.createLink(for: user.id, as: .commandLine)
            fixture.clock.advance(by: .seconds(48 * 3_600))
            let error = await domainError {
                _ = try await fixture.links.choosePassword(
                    token: late.token, password: AccountsFixture.password, in: fixture.browser())
            }
            #expect(error?.code == .notFound && error?.reason == "link_expired")
        }
    }

    @Test("a reset lets the owner in although others' guesses locked the account")
    func resetForgives() async throws {
        try await AccountsFixture.run { fixture in
            let user = try await fixture.add("ada")
            for number in 0..<40 {
                for _ in 0..<3 {
                    fixture.clock.advance(by: .seconds(31))
                    _ = await domainError {
                        _ = try await fixture.enter("ada", password: "guess", from: "10.0.\(number).1")
                    }
                }
            }
            await expectRefusal(.rateLimited) { _ = try await fixture.enter("ada", from: "10.9.9.9") }
            let link = try await fixture.users.createLink(for: user.id, as: .commandLine)
            _ = try await fixture.links.choosePassword(
                token: link.token, password: "another lengthy sekret", in: fixture.browser("10.9.9.9"))
            _ = try await fixture.enter("ada", password: "another lengthy sekret", from: "10.9.9.9")
        }
    }

    @Test("the list is paged by name and searched by name and address, without wildcards")
    func list() async throws {
        try await AccountsFixture.run { fixture in
            for name in ["zoe", "Ada", "łucja", "bob", "100%"] {
                _ = try await fixture.users.create(
                    UserDraft(username: name, email: "\(name.hashValue.magnitude)@example.org"), as: .commandLine)
            }
            var names: [String] = []
            var page = try await fixture.users.list(.first(2), as: .commandLine)
            names += page.items.map(\.username.text)
            while let cursor = page.next {
                page = try await fixture.users.list(PageRequest(limit: 2, cursor: cursor), as: .commandLine)
                names += page.items.map(\.username.text)
            }
            #expect(names == ["100%", "Ada", "bob", "zoe", "łucja"])
            let found = try await fixture.users.list(matching: "LUC", .first(9), as: .commandLine)
            #expect(found.items.map(\.username.text) == ["łucja"])
            let percent = try await fixture.users.list(matching: "%", .first(9), as: .commandLine)
            #expect(percent.items.map(\.username.text) == ["100%"])
            let foreign = Cursor(list: "albums", values: [.text("a")])
            await #expect(throws: DomainError.self) {
                try await fixture.users.list(PageRequest(limit: 2, cursor: foreign), as: .commandLine)
            }
        }
    }
}
