/// A page of the client and what it loads: its styles, its script, and the modules that it preloads.
struct ClientPage: Sendable {
    private let source: String
    /// Paths in the client's folder, in order.
    let styles: [String]
    let preloaded: [String]
    /// The page's own module.
    let main: String?

    init(_ source: String) {
        self.source = source
        styles = source.matches(of: Self.style).map { String($0.path) }
        preloaded = source.matches(of: Self.preload).map { String($0.path) }
        main = source.firstMatch(of: Self.script).map { String($0.path) }
    }

    /// The page with other addresses for its scripts and styles.
    ///
    /// - Parameter address: of a path in the client's folder; nil for what is not there.
    func text(_ address: (String) -> String?) -> String {
        Self.readdressed(source, address)
    }

    /// The page with one style sheet and one module in place of all of them.
    func joinedText(style: String, script: String, _ address: (String) -> String?) -> String {
        var isFirst = true
        let text =
            source
            .replacing(Self.style) { match in
                defer { isFirst = false }
                return isFirst ? "  <link rel=\"stylesheet\" href=\"\(style)\">\n" : ""
            }
            .replacing(Self.preload) { _ in "" }
            .replacing(Self.script) { _ in "  <script type=\"module\" src=\"\(script)\"></script>\n" }
        return Self.readdressed(text, address)
    }

    private static func readdressed(_ text: String, _ address: (String) -> String?) -> String {
        text.replacing(/(?<attribute>src|href)="\/(?<path>[^"]+\.(?:js|css))"/) { match in
            address(String(match.path)).map { "\(match.attribute)=\"\($0)\"" } ?? String(match.0)
        }
    }

    private static var style: Regex<(Substring, path: Substring)> {
        /\ *<link rel="stylesheet" href="\/(?<path>[^"]+\.css)">\n/
    }
    private static var preload: Regex<(Substring, path: Substring)> {
        /\ *<link rel="modulepreload" href="\/(?<path>[^"]+\.js)">\n/
    }
    private static var script: Regex<(Substring, path: Substring)> {
        /\ *<script type="module" src="\/(?<path>[^"]+\.js)"><\/script>\n/
    }
}

/// The files that a page loads at once: paths in the client's folder.
package struct JoinablePage: Sendable {
    /// Without an ending.
    package let name: String
    /// In the order in which they apply.
    package let styles: [String]
    /// The first one is run.
    package let modules: [String]
}
