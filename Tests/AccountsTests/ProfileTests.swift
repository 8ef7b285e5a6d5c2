import Accounts
import Foundation
import Primitives
import Testing

@Suite struct ProfileTests {
    @Test("people change their own profile, and names and addresses stay unique")
    func edit() async throws {
        try await Gateway.run { gateway in
            try await gateway.add("grace")
            try await gateway.add("ada")
            let caller = try await gateway.enter("ada").caller
            let change = ProfileChange(
                username: "Augusta", displayName: " Ada Lovelace ", email: "Ada@Example.org", locale: .polish,
                theme: .dark)
            let user = try await gateway.account.edit(change, as: caller)
            #expect(user.displayName == "Ada Lovelace" && user.email?.text == "Ada@Example.org")
            #expect(try await gateway.account.get(as: caller) == user)
            let taken = await domainError {
                _ = try await gateway.account.edit(ProfileChange(username: "GRACE"), as: caller)
            }
            #expect(taken?.code == .conflict && taken?.reason == "username_taken" && taken?.field == "username")
            let grace = try await gateway.enter("grace").caller
            let mail = await domainError {
                _ = try await gateway.account.edit(ProfileChange(email: "ada@example.ORG"), as: grace)
            }
            #expect(mail?.reason == "email_taken")
            #expect(try await gateway.account.edit(ProfileChange(email: ""), as: caller).email == nil)
            _ = try await gateway.enter("augusta")
        }
    }

    @Test(
        "nobody goes by a name that is taken for another's",
        arguments: ["grace", "GRACE", " Grace ", "grаce", "ｇｒａｃｅ", "gracе", "g race"])
    func likeness(name: String) async throws {
        try await Gateway.run { gateway in
            try await gateway.add("grace")
            try await gateway.add("ada")
            let caller = try await gateway.enter("ada").caller
            let shown = await domainError {
                _ = try await gateway.account.edit(ProfileChange(displayName: name), as: caller)
            }
            #expect(shown?.code == .conflict && shown?.reason == "display_name_taken" && shown?.field == "displayName")
            let username = await domainError {
                _ = try await gateway.account.edit(
                    ProfileChange(username: name.trimmingCharacters(in: .whitespaces)), as: caller)
            }
            #expect(username?.reason == "username_taken")
            // One's own is nobody else's.
            #expect(try await gateway.account.edit(ProfileChange(displayName: "ADA"), as: caller).displayName == "ADA")
        }
    }

    @Test("a picture is what its bytes say and at most 5 MiB")
    func picture() async throws {
        try await Gateway.run { gateway in
            try await gateway.add("ada")
            let caller = try await gateway.enter("ada").caller
            let png: [UInt8] =
                [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
                + [0, 0, 0, 8, 0, 0, 0, 8, 8, 2, 0, 0, 0]
            let bomb = png.prefix(16) + [0, 0, 0xC3, 0x50, 0, 0, 0xC3, 0x50, 8, 2, 0, 0, 0]
            let bombed = await domainError { _ = try await gateway.account.setPicture(Array(bomb), as: caller) }
            #expect(bombed?.reason == "picture_type")
            let user = try await gateway.account.setPicture(png, as: caller)
            let key = try #require(user.picture)
            #expect(try await gateway.blobs.read(key) == png + [0])
            let html = await domainError {
                _ = try await gateway.account.setPicture(Array("<html>".utf8), as: caller)
            }
            #expect(html?.code == .unsupportedMediaType && html?.reason == "picture_type")
            let large = png + Array(repeating: 0, count: PictureRules.maximumBytes)
            let big = await domainError { _ = try await gateway.account.setPicture(large, as: caller) }
            #expect(big?.code == .tooLarge && big?.reason == "picture_too_large")
            #expect(try await gateway.account.removePicture(as: caller).picture == nil)
        }
    }

    @Test("guesses of the current password are slowed")
    func currentPassword() async throws {
        try await Gateway.run { gateway in
            try await gateway.add("ada")
            let caller = try await gateway.enter("ada").caller
            var codes: [DomainError.Code?] = []
            for _ in 0..<20 {
                codes.append(
                    await domainError {
                        _ = try await gateway.account.changePassword(
                            current: "guess", to: "another long sekret", as: caller)
                    }?.code)
            }
            #expect(codes.filter { $0 == .invalid }.count == 11 && codes.last == .rateLimited)
            _ = try await gateway.enter("ada")
        }
    }
}
