import Foundation
import HTTPSupport
import OpenSubsonicAPI
import Primitives
import Support
import Testing

/// Checks `Tests/Security/asvs.json` against the endpoint tables, the names of the tests and the code, and writes the
/// documentation page `ASVS.md`. `RONDO_WRITE_GOLDEN=1` rewrites it.
@Suite("The ASVS map") struct SecurityMapTests {
    private struct Requirement: Decodable {
        enum Status: String, Decodable, CaseIterable {
            case met, partly
            case not = "not met"
            case none = "not applicable"
        }

        struct Code: Decodable {
            let file: String
            let text: String
        }

        let id: String
        let level: Int
        let requirement: String
        let status: Status
        let why: String?
        let tests: [String]?
        let rows: [String]?
        let code: [Code]?
    }

    private struct Document: Decodable {
        let requirements: [Requirement]
    }

    /// The number of requirements of levels 1 and 2 in each chapter of ASVS 5.0.0.
    private static let chapters: [(number: Int, name: String, count: Int)] = [
        (1, "Encoding and sanitization", 27), (2, "Validation and business logic", 11), (3, "Web frontend", 19),
        (4, "API and web service", 10), (5, "Files", 9), (6, "Authentication", 35), (7, "Sessions", 18),
        (8, "Authorization", 7), (9, "Self-contained tokens", 7), (10, "OAuth and OIDC", 29), (11, "Cryptography", 14),
        (12, "Secure communication", 9), (13, "Configuration", 13), (14, "Data protection", 9),
        (15, "Secure coding and architecture", 13), (16, "Logging and errors", 16), (17, "WebRTC", 7),
    ]

    @Test("lists every requirement once, and names only tests, rows and code that exist")
    func map() async throws {
        let requirements = try JSONDecoder().decode(
            Document.self, from: Data(contentsOf: Self.file("Tests/Security/asvs.json"))
        ).requirements
        #expect(Set(requirements.map(\.id)).count == requirements.count)
        #expect(requirements.count { $0.level == 1 } == 70 && requirements.count { $0.level == 2 } == 183)
        for chapter in Self.chapters {
            let count = requirements.count { $0.id.hasPrefix("V\(chapter.number).") }
            #expect(count == chapter.count, "\(chapter.name)")
        }
        let gateway = try await ComposedServer.empty.value
        let names = try Self.testNames()
        for requirement in requirements {
            for test in requirement.tests ?? [] {
                #expect(names.contains(test), "\(requirement.id): there is no test “\(test)”")
            }
            for row in requirement.rows ?? [] {
                #expect(Self.count(row, gateway.native) > 0, "\(requirement.id): there is no row “\(row)”")
            }
            for code in requirement.code ?? [] {
                let text = (try? String(contentsOf: Self.file(code.file), encoding: .utf8)) ?? ""
                #expect(text.contains(code.text), "\(requirement.id): \(code.file) does not hold “\(code.text)”")
            }
            let evidence = [
                requirement.tests?.count, requirement.rows?.count, requirement.code?.count,
            ].compactMap(\.self).reduce(0, +)
            switch requirement.status {
            case .met: #expect(evidence > 0, "\(requirement.id) is met, and nothing shows it")
            case .partly, .not, .none: #expect(requirement.why != nil, "\(requirement.id) says no reason")
            }
        }
        try Self.check(Self.page(requirements, gateway.native, gateway.remote))
    }

    // MARK: The repository

    private static let root = URL(fileURLWithPath: Program.root)

    private static func file(_ path: String) -> URL { root.appendingPathComponent(path) }

    /// The names of the Swift tests and of the web client's module tests.
    private static func testNames() throws -> Set<String> {
        var names: Set<String> = []
        let files = try #require(FileManager.default.enumerator(atPath: file("Tests").path))
        for case let path as String in files {
            let mark: Character
            let beginning: String
            switch URL(fileURLWithPath: path).pathExtension {
            case "swift": (beginning, mark) = ("@Test(", "\"")
            case "mjs": (beginning, mark) = ("test(", "'")
            default: continue
            }
            let text = try String(contentsOf: file("Tests/" + path), encoding: .utf8)
            for piece in text.components(separatedBy: beginning).dropFirst() {
                let rest = piece.drop { $0.isWhitespace }
                guard rest.first == mark else { continue }
                names.insert(String(rest.dropFirst().prefix { $0 != mark }))
            }
        }
        return names
    }

    /// The number of rows that a selector matches: a row by its name, or all of a kind.
    private static func count(_ selector: String, _ rows: [Endpoint]) -> Int {
        switch selector {
        case "all": rows.count
        case "anyone": rows.count { $0.access.permission == nil }
        case "confirmed":
            rows.count {
                if case .requiresConfirmed = $0.access { true } else { false }
            }
        case "body": rows.count { $0.body != nil }
        case "upload": rows.count { !$0.upload.isEmpty }
        default: rows.count { $0.name == selector }
        }
    }

    // MARK: The page

    private static func page(
        _ requirements: [Requirement], _ native: [Endpoint], _ remote: [SubsonicEndpoint]
    ) -> String {
        var text = """
            # ASVS 5.0: what Rondo meets

            `SecurityMapTests` generates this page from `Tests/Security/asvs.json`, the endpoint tables and the names of the tests. It fails if a test,
            an endpoint or a line of code named here does not exist. The requirements are those of [OWASP ASVS 5.0.0](https://github.com/OWASP/ASVS),
            levels 1 and 2, with their ids, in our own words. ASVS is by its authors, under CC BY-SA 4.0.

            | | level 1 | level 2 |
            | --- | --- | --- |

            """
        for status in Requirement.Status.allCases {
            let counts = [1, 2].map { level in
                requirements.count { $0.status == status && $0.level == level }
            }
            text += "| \(status.rawValue) | \(counts[0]) | \(counts[1]) |\n"
        }
        text += "\n## Permissions\n\n"
        text += "| permission | endpoints of the native API | of these, need a recent password | OpenSubsonic calls |\n"
        text += "| --- | --- | --- | --- |\n"
        for permission in [nil] + Permission.allCases.map(Optional.some) {
            let rows = native.filter { $0.access.permission == permission }
            let calls = remote.count { Self.permission(of: $0) == permission && $0.access != .nobody }
            text += "| \(permission?.rawValue ?? "anyone") | \(rows.count) | \(count("confirmed", rows)) | \(calls) |\n"
        }
        text += "\nOpenSubsonic calls that nobody may use: \(remote.count { $0.access == .nobody }).\n"
        for chapter in chapters {
            text += "\n## V\(chapter.number) \(chapter.name)\n\n| id | level | requirement | status | shown by |\n"
            text += "| --- | --- | --- | --- | --- |\n"
            for requirement in requirements where requirement.id.hasPrefix("V\(chapter.number).") {
                let shown = evidence(requirement, native).joined(separator: "<br>").replacingOccurrences(
                    of: "|", with: "\\|")
                text += "| \(requirement.id) | \(requirement.level) | \(requirement.requirement) "
                text += "| \(requirement.status.rawValue) | \(shown) |\n"
            }
        }
        return text
    }

    private static func evidence(_ requirement: Requirement, _ native: [Endpoint]) -> [String] {
        var lines = requirement.why.map { [$0] } ?? []
        lines += (requirement.tests ?? []).map { "“\($0)”" }
        lines += (requirement.rows ?? []).map { row in
            switch row {
            case "all": "all \(count(row, native)) endpoints"
            case "anyone": "the \(count(row, native)) endpoints that need no sign-in"
            case "confirmed": "the \(count(row, native)) endpoints that need a recently typed password"
            case "body": "the request schemas of \(count(row, native)) endpoints"
            case "upload": "the media types of \(count(row, native)) upload endpoints"
            default: "`\(row)`"
            }
        }
        lines += (requirement.code ?? []).map { "`\($0.file)`" }
        return lines
    }

    private static func permission(of row: SubsonicEndpoint) -> Permission? {
        if case .requires(_, let permission) = row.access { permission } else { nil }
    }

    private static func check(_ page: String) throws {
        let file = file("Sources/App/rondo/Documentation.docc/ASVS.md")
        if ProcessInfo.processInfo.environment["RONDO_WRITE_GOLDEN"] == "1" {
            try Data(page.utf8).write(to: file)
        }
        let stored = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        #expect(stored == page, "ASVS.md is out of date: RONDO_WRITE_GOLDEN=1 swift test --filter SecurityMapTests")
    }
}
