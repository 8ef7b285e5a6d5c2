import Bundling
import Foundation
import Support
import Testing

/// Runs the bundles with Node.js, so that these tests see the same as a browser.
@Suite("Bundling the web client's files", .timeLimit(.minutes(2))) struct EsbuildTests {
    private static let sources = [
        "styles/a.css": "p { color: red }\np::after { content: 'é' }\n",
        "styles/b.css": "p { color: blue }\n",
        "core/state.js": "export const seen = [];\nexport default (name) => seen.push(name);\n",
        "core/order-1.js": "import note from './state.js';\nnote('order');\n",
        "app.js": """
        import './core/order-1.js';
        import note, { seen } from './core/state.js';
        import { shared } from './views/shared.js';
        async function start() {
            note('app');
            await import('./views/home.js').then((home) => home.mount());
            await import('./views/rare.js').then((rare) => rare.mount(shared));
            console.log(seen.join(' '));
        }
        void start();
        """,
        "views/home.js": "import note from '../core/state.js';\nexport function mount() { note('home'); }\n",
        "views/shared.js": "export const shared = { of: 'both' };\n",
        "views/rare.js": """
        import note from '../core/state.js';
        import { shared } from './shared.js';
        import { only } from './only.js';
        export function mount(given) { note(`rare:${given === shared}:${only}`); }
        """,
        "views/only.js": "export const only = 1;\n",
    ]

    private static func clone(_ changes: [String: String] = [:]) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for (name, text) in sources.merging(changes, uniquingKeysWith: { $1 }) {
            let file = URL(fileURLWithPath: folder.path + "/public/" + name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        return folder
    }

    private static func join(in folder: TemporaryFolder) async throws -> [String: Data] {
        let esbuild = try #require(Esbuild(scratch: folder.path + "/scratch"))
        return try await esbuild.join(
            "index", styles: ["styles/a.css", "styles/b.css"], modules: ["app.js", "views/home.js"],
            in: folder.path + "/public")
    }

    @Test("a module runs once, whether it is loaded at once or later, in import order")
    func modules() async throws {
        let folder = try Self.clone()
        let files = try await Self.join(in: folder)
        #expect(files.keys.contains("index.js") && files.keys.contains("views/rare.js"))
        #expect(!files.keys.contains("views/home.js"), "what the page loads at once is in one file")
        for (name, content) in files {
            let file = URL(fileURLWithPath: folder.path + "/joined/" + name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try content.write(to: file)
        }
        try Data(#"{ "type": "module" }"#.utf8).write(to: URL(fileURLWithPath: folder.path + "/joined/package.json"))
        let run = try await Program.run("/usr/bin/node", [folder.path + "/joined/index.js"])
        #expect(run.output == "order app home rare:true:1\n", "\(run.error)")
    }

    @Test("styles apply in order, and fonts keep their addresses") func styles() async throws {
        let face = "@font-face { font-family: Sans; src: url('/fonts/sans.woff2') format('woff2') }\n"
        let folder = try Self.clone(["styles/b.css": face + "p { color: blue }\n"])
        let joined = try #require(try await Self.join(in: folder)["index.css"])
        let text = String(decoding: joined, as: UTF8.self)
        let (red, blue) = (try #require(text.range(of: "red")), try #require(text.range(of: "#00f")))
        #expect(red.lowerBound < blue.lowerBound)
        #expect(text.contains("/fonts/sans.woff2") && text.contains("é"))
    }

    @Test("the source folder stays unchanged, no temporary file remains, and equal sources give equal bundles")
    func tidy() async throws {
        let folder = try Self.clone()
        let first = try await Self.join(in: folder)
        #expect(try await Self.join(in: folder) == first)
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path + "/public")
        #expect(Set(names.filter { $0.contains(".") }) == Set(Self.sources.keys))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/scratch").isEmpty)
    }

    @Test("a syntax error names its module") func broken() async throws {
        let folder = try Self.clone(["views/rare.js": "export function {\n"])
        await #expect { _ = try await Self.join(in: folder) } throws: { "\($0)".contains("views/rare.js") }
    }
}
