import Support
import Accounts
import Foundation
import Primitives
import Synchronization
import Testing

@Suite struct ProfileTests {
    @Test("users change their own profile, and names and addresses stay unique")
    func edit() async throws {
        try await AccountsFixture.run { fixture in
            try await fixture.add("grace")
            try await fixture.add("ada")
            let caller = try await fixture.enter("ada").caller
            let change = ProfileChange(
                username: "Augusta", displayName: " Ada Lovelace ", email: "Ada@Example.org", locale: .polish,
                theme: .dark, shadingMode: .hardPoints)
            let user = try await fixture.account.edit(change, as: caller)
            #expect(user.displayName == "Ada Lovelace" && user.email?.text == "Ada@Example.org")
            #expect(user.theme == .dark && user.shadingMode == .hardPoints)
            #expect(try await fixture.account.get(as: caller) == user)
            let taken = await domainError {
                _ = try await fixture.account.edit(ProfileChange(username: "GRACE"), as: caller)
            }
            #expect(taken?.code == .conflict && taken?.reason == "username_taken" && taken?.field == "username")
            let grace = try await fixture.enter("grace").caller
            let mail = await domainError {
                _ = try await fixture.account.edit(ProfileChange(email: "ada@example.ORG"), as: grace)
            }
            #expect(mail?.reason == "email_taken")
            #expect(try await fixture.account.edit(ProfileChange(email: ""), as: caller).email == nil)
            _ = try await fixture.enter("augusta")
        }
    }

    @Test("a locale is stored as given, with or without a country", arguments: LocalePreference.allCases)
    func locale(locale: LocalePreference) async throws {
        try await AccountsFixture.run { fixture in
            try await fixture.add("ada")
            let caller = try await fixture.enter("ada").caller
            #expect(try await fixture.account.edit(ProfileChange(locale: locale), as: caller).locale == locale)
            #expect(try await fixture.account.get(as: caller).locale == locale)
        }
    }

    @Test("locales are the three languages, with or without their countries") func locales() {
        #expect(LocalePreference.allCases.map(\.rawValue) == ["en", "pl", "es", "en_US", "pl_PL", "es_ES"])
        #expect(LocalePreference(rawValue: "pl_PL")?.language == .polish && LocalePreference(rawValue: "en_GB") == nil)
    }

    @Test(
        "a name that resembles another user's is refused",
        arguments: ["grace", "GRACE", " Grace ", "grаce", "ｇｒａｃｅ", "gracе", "g race"])
    func confusableName(name: String) async throws {
        try await AccountsFixture.run { fixture in
            try await fixture.add("grace")
            try await fixture.add("ada")
            let caller = try await fixture.enter("ada").caller
            let shown = await domainError {
                _ = try await fixture.account.edit(ProfileChange(displayName: name), as: caller)
            }
            #expect(shown?.code == .conflict && shown?.reason == "display_name_taken" && shown?.field == "displayName")
            let username = await domainError {
                _ = try await fixture.account.edit(
                    ProfileChange(username: name.trimmingCharacters(in: .whitespaces)), as: caller)
            }
            #expect(username?.reason == "username_taken")
            // A user's own name is no conflict.
            #expect(try await fixture.account.edit(ProfileChange(displayName: "ADA"), as: caller).displayName == "ADA")
        }
    }

    @Test(
        "a name that a command could take for an option, a path or an id is refused",
        arguments: [
            "--all", "-1", "－a", ".", "..", "…", "a/b", "a\\b", "／", "0190a5c4-0000-7000-8000-0123456789AB",
        ])
    func reservedName(name: String) async throws {
        try await AccountsFixture.run { fixture in
            let added = await domainError { try await fixture.add(name) }
            #expect(added?.code == .invalid && added?.field == "username" && added?.reason == "username_reserved")
            try await fixture.add("ada")
            let caller = try await fixture.enter("ada").caller
            let renamed = await domainError {
                _ = try await fixture.account.edit(ProfileChange(username: name), as: caller)
            }
            #expect(renamed?.reason == "username_reserved")
        }
    }

    @Test(
        "names with inner dashes, dots and digits are accepted",
        arguments: ["a-1", "a.", ".a", "1", "a–b", "cafe-0190"])
    func ordinaryName(name: String) async throws {
        try await AccountsFixture.run { fixture in
            let user = try await fixture.add(name)
            #expect(user.username.text == name)
        }
    }

    @Test("a user with such a name from before can sign in, store other changes and rename themselves")
    func formerName() async throws {
        try await AccountsFixture.run { fixture in
            try await fixture.add("ada")
            try fixture.execute("UPDATE account SET username = '--all', username_key = '--all'")
            let caller = try await fixture.enter("--all").caller
            let change = ProfileChange(username: "--all", displayName: "Augusta")
            #expect(try await fixture.account.edit(change, as: caller).displayName == "Augusta")
            #expect(try await fixture.users.get(username: "--all", as: .commandLine).displayName == "Augusta")
            let renamed = try await fixture.account.edit(ProfileChange(username: "augusta"), as: caller)
            #expect(renamed.username.text == "augusta")
        }
    }

    @Test("a picture's type follows from its bytes; it has at most 5 MiB")
    func picture() async throws {
        try await AccountsFixture.run { fixture in
            try await fixture.add("ada")
            let caller = try await fixture.enter("ada").caller
            let png: [UInt8] =
                [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
                + [0, 0, 0, 8, 0, 0, 0, 8, 8, 2, 0, 0, 0]
            let bomb = png.prefix(16) + [0, 0, 0xC3, 0x50, 0, 0, 0xC3, 0x50, 8, 2, 0, 0, 0]
            let bombed = await domainError { _ = try await fixture.account.setPicture(Array(bomb), as: caller) }
            #expect(bombed?.reason == "picture_type")
            let user = try await fixture.account.setPicture(png, as: caller)
            let key = try #require(user.picture)
            #expect(try await fixture.blobs.read(key) == png + [0])
            let html = await domainError {
                _ = try await fixture.account.setPicture(Array("<html>".utf8), as: caller)
            }
            #expect(html?.code == .unsupportedMediaType && html?.reason == "picture_type")
            let large = png + Array(repeating: 0, count: PictureRules.maximumBytes)
            let big = await domainError { _ = try await fixture.account.setPicture(large, as: caller) }
            #expect(big?.code == .tooLarge && big?.reason == "picture_too_large")
            #expect(try await fixture.account.removePicture(as: caller).picture == nil)
        }
    }

    /// A picture that consists of a header. It differs for each number.
    private static func picture(_ number: Int) -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
            + [0, 0, 0, 8, 0, 0, 0, 8, 8, 2, 0, 0, 0] + Array("\(number)".utf8)
    }

    @Test("only the square of a picture is stored, a user uploads a hundred a day, and the disk's reserve stays free")
    func pictureBounds() async throws {
        try await AccountsFixture.run { fixture in
            try await fixture.add("ada")
            try await fixture.add("mia", role: .moderator)
            let (ada, mia) = (try await fixture.enter("ada").caller, try await fixture.enter("mia").caller)
            for number in 1...PictureUploads.mostPerDay {
                _ = try await fixture.account.setPicture(Self.picture(number), as: ada)
                #expect(fixture.blobs.count == number)
            }
            let next = Self.picture(PictureUploads.mostPerDay + 1)
            let often = await domainError { _ = try await fixture.account.setPicture(next, as: ada) }
            #expect(often?.code == .rateLimited && often?.reason == "too_many_pictures")
            #expect(often?.retryAfter == .seconds(86_400))
            // All pictures share the same limit.
            let principal = try #require(ada.principal)
            let wish = await domainError { _ = try await fixture.pictures.store(next, as: principal) }
            #expect(wish?.reason == "too_many_pictures" && fixture.blobs.count == PictureUploads.mostPerDay)
            for number in 1...PictureUploads.mostPerDay + 1 {
                _ = try await fixture.account.setPicture(Self.picture(number), as: mia)
            }
            fixture.clock.advance(by: .seconds(86_400))
            #expect(
                try await fixture.pictures.store(next, as: principal) == fixture.pictures.store(next, as: principal))
            let count = fixture.blobs.count
            fixture.blobs.free.withLock { $0 = 1_000_000 }
            let full = await domainError { _ = try await fixture.pictures.store(Self.picture(0), as: principal) }
            #expect(full?.code == .storageFull && fixture.blobs.count == count)
        }
    }

    @Test("guesses of the current password are slowed")
    func currentPassword() async throws {
        try await AccountsFixture.run { fixture in
            try await fixture.add("ada")
            let caller = try await fixture.enter("ada").caller
            var codes: [DomainError.Code?] = []
            for _ in 0..<20 {
                codes.append(
                    await domainError {
                        _ = try await fixture.account.changePassword(
                            current: "guess", to: "another long sekret", as: caller)
                    }?.code)
            }
            #expect(codes.filter { $0 == .invalid }.count == 11 && codes.last == .rateLimited)
            _ = try await fixture.enter("ada")
        }
    }
}
