import Primitives
import Shelf
import Testing

@Suite("Rules of smart playlists") struct SmartRulesTests {
    @Test("name the invalid part, and the reason", arguments: SmartRulesTests.wrong)
    func refusals(node: SmartNode, field: String) throws {
        let error = #expect(throws: DomainError.self) { _ = try SmartRules(node) }
        #expect(error?.code == .invalid && error?.field == field && error?.message.isEmpty == false)
    }

    private static func wrong(_ rule: SmartNode, _ field: String) -> (SmartNode, String) {
        (SmartPlaylistTests.tree([rule]), field)
    }

    static let wrong: [(SmartNode, String)] = {
        var deep = SmartPlaylistTests.tree([.object(["field": "liked", "operator": "isTrue"])])
        var inner: SmartNode = .object([
            "match": "any", "rules": .list([.object(["field": "liked", "operator": "isTrue"])]),
        ])
        for _ in 0..<5 { inner = .object(["match": "any", "rules": .list([inner])]) }
        deep = SmartPlaylistTests.tree([inner])
        let rule = SmartNode.object(["field": "liked", "operator": "isTrue"])
        let titled: [String: SmartNode] = ["field": "title", "operator": "is"]
        func title(_ value: SmartNode) -> SmartNode { .object(titled.merging(["value": value]) { $1 }) }
        return [
            (deep, "rules.rules[0].rules[0].rules[0].rules[0].rules[0]"),
            (SmartPlaylistTests.tree(Array(repeating: rule, count: 101)), "rules.rules[100]"),
            (.text("all"), "rules"), (.object(["rules": .list([])]), "rules.match"),
            (.object(["match": "all"]), "rules.rules"),
            (.object(["match": "all", "rules": .list([]), "order": "rowid; --"]), "rules.order"),
            (.object(["match": "all", "rules": .list([]), "limit": .number(3)]), "rules.limit"),
            (
                .object(["match": "all", "rules": .list([]), "limit": .object(["tracks": .number(1e9)])]),
                "rules.limit.tracks"
            ),
            (
                .object(["match": "all", "rules": .list([]), "limit": .object(["tracks": .number(0)])]),
                "rules.limit.tracks"
            ),
            (
                .object(["match": "all", "rules": .list([]), "limit": .object(["minutes": .number(1.5)])]),
                "rules.limit.minutes"
            ),
            (.object(["match": "all", "rules": .list([]), "extra": .null]), "rules.extra"),
            wrong(.object(["match": "any", "rules": .list([])]), "rules.rules[0]"),
            wrong(.object(["field": "password", "operator": "is", "value": "x"]), "rules.rules[0].field"),
            wrong(
                .object(["field": "title", "operator": "inTheLast", "value": .number(3)]), "rules.rules[0].operator"),
            wrong(.object(["field": "title"]), "rules.rules[0].operator"),
            wrong(title(.number(3)), "rules.rules[0].value"), wrong(title(""), "rules.rules[0].value"),
            wrong(title("%_'"), "rules.rules[0].value"),
            wrong(title(.text(String(repeating: "a", count: 501))), "rules.rules[0].value"),
            wrong(.object(["field": "year", "operator": "is", "value": "1990"]), "rules.rules[0].value"),
            wrong(.object(["field": "year", "operator": "is", "value": .number(1e300)]), "rules.rules[0].value"),
            wrong(
                .object(["field": "year", "operator": "between", "value": .list([.number(2), .number(1)])]),
                "rules.rules[0].value"),
            wrong(.object(["field": "rating", "operator": "is", "value": .number(3.3)]), "rules.rules[0].value"),
            wrong(.object(["field": "added", "operator": "before", "value": "2023-02-29"]), "rules.rules[0].value"),
            wrong(.object(["field": "added", "operator": "inTheLast", "value": .number(1e9)]), "rules.rules[0].value"),
            wrong(.object(["field": "liked", "operator": "isTrue", "value": .flag(true)]), "rules.rules[0].value"),
            wrong(
                .object(["field": "likedByOthers", "operator": "atLeast", "value": .number(0)]), "rules.rules[0].value"),
            wrong(.object(["field": "format", "operator": "is", "value": "exe"]), "rules.rules[0].value"),
        ]
    }()
}
