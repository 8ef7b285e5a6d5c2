import Foundation
import Testing

/// Compares the imports of `Sources` with the target graph of `Package.swift`, and the graph with the rooms.
@Suite("The architecture") struct ArchitectureTests {
    /// Outside modules that a domain may import. None of them speaks HTTP, SQL or C.
    private static let domainModules: Set<String> = [
        "Foundation", "FoundationEssentials", "Synchronization", "Crypto", "CryptoExtras", "Logging", "Glibc",
    ]
    /// The rooms that each room may depend on.
    private static let below: [String: Set<String>] = [
        "App": ["API", "Adapters", "Domains", "C"], "API": ["API", "Domains", "C"],
        "Adapters": ["Adapters", "Domains", "C"], "Domains": ["Domains"], "C": ["C"],
    ]
    /// Wraps system calls. Every room except the domains makes some.
    private static let systemCalls = "CLinux"

    private static let read = Result { try TargetGraph() }
    private let graph: TargetGraph

    init() throws {
        graph = try Self.read.get()
    }

    @Test("a target imports exactly the package's own targets that it declares")
    func declarations() {
        let own = Set(graph.targets.map(\.name))
        for target in graph.targets where target.room != "C" {
            for used in target.imports where own.contains(used.module) && used.module != target.name {
                #expect(target.dependencies.contains(used.module), "\(used.file) imports \(used.module)")
            }
            let imported = Set(target.imports.map(\.module))
            for name in target.dependencies {
                #expect(imported.contains(name), "\(target.name) declares \(name) and does not import it")
            }
        }
    }

    @Test("a target imports only targets of its own layer and lower ones") func rooms() throws {
        for target in graph.targets {
            let below = try #require(Self.below[target.room], "\(target.name) is in no room")
            for name in target.dependencies {
                #expect(below.contains(try graph.target(name).room), "\(target.name) → \(name)")
            }
        }
    }

    @Test("a domain knows no HTTP, no SQL and no C") func domains() {
        let own = Set(graph.targets.map(\.name))
        for target in graph.targets where target.room == "Domains" {
            for used in target.imports where !own.contains(used.module) {
                #expect(Self.domainModules.contains(used.module), "\(used.file) imports \(used.module)")
            }
        }
    }

    @Test("a binding to C belongs to one target") func bindings() {
        for binding in graph.targets where binding.room == "C" && binding.name != Self.systemCalls {
            let users = graph.targets.filter { $0.dependencies.contains(binding.name) }.map(\.name)
            #expect(users.count == 1, "\(binding.name) is used by \(users)")
        }
    }

    @Test("only the store imports GRDB, only the API Hummingbird, only two adapters Subprocess") func owners() {
        for target in graph.targets where target.room != "App" {
            for used in target.imports {
                switch used.module {
                case "GRDB": #expect(target.name == "SQLiteStore", "\(used.file)")
                case "Subprocess": #expect(["Media", "Bundling"].contains(target.name), "\(used.file)")
                case let name where name.hasPrefix("Hummingbird"): #expect(target.room == "API", "\(used.file)")
                default: break
                }
            }
        }
    }

    /// `RONDO_WRITE_GOLDEN=1` rewrites the drawing.
    @Test("the drawing in the documentation matches the graph") func drawing() throws {
        let file = TargetGraph.root.appendingPathComponent("Sources/App/rondo/Documentation.docc/Architecture.md")
        let text = try String(contentsOf: file, encoding: .utf8)
        let (begin, end) = ("<!-- targets: drawn by ArchitectureTests -->\n", "<!-- end of targets -->\n")
        let first = try #require(text.range(of: begin))
        let last = try #require(text.range(of: end))
        let drawing = "```\n" + TargetDrawing(graph).text + "```\n"
        if ProcessInfo.processInfo.environment["RONDO_WRITE_GOLDEN"] != nil {
            let drawn = text[..<first.upperBound] + drawing + text[last.lowerBound...]
            try String(drawn).write(to: file, atomically: true, encoding: .utf8)
        } else {
            #expect(text[first.upperBound..<last.lowerBound] == drawing)
        }
    }
}
