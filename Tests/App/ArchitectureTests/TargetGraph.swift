import Foundation
import Testing

/// The targets of `Sources` as `Package.swift` declares them, with the imports of each file.
struct TargetGraph {
    struct Target {
        let name: String
        /// The top folder of `Sources` that contains the target: `App`, `API`, `Domains`, `Adapters` or `C`.
        let room: String
        /// The repository's own targets that it may import, in the order of declaration.
        let dependencies: [String]
        let imports: [Import]
    }

    struct Import {
        let file: String
        let module: String
    }

    static let root = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }

    /// In the order of declaration.
    let targets: [Target]

    func target(_ name: String) throws -> Target {
        try #require(targets.first { $0.name == name })
    }

    /// Asks SwiftPM in its own scratch folder, because the package's is locked while its tests run.
    init() throws {
        let scratch = FileManager.default.temporaryDirectory.appendingPathComponent("rondo-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: scratch) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "swift", "package", "--package-path", Self.root.path, "--scratch-path", scratch.path, "dump-package",
        ]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let package = try JSONDecoder().decode(DumpedPackage.self, from: text)
        let own = package.targets.compactMap { target in
            target.path.flatMap { $0.hasPrefix("Sources/") ? (target, $0.split(separator: "/")) : nil }
        }
        let names = Set(own.map(\.0.name))
        targets = try own.map { target, path in
            Target(
                name: target.name, room: String(path[1]),
                dependencies: target.dependencies.compactMap(\.name).filter(names.contains),
                imports: try Self.imports(below: path.joined(separator: "/")))
        }
    }

    private static func imports(below folder: String) throws -> [Import] {
        let paths = try #require(FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path))
        var found: [Import] = []
        for case let path as String in paths where path.hasSuffix(".swift") {
            let file = "\(folder)/\(path)"
            let text = try String(contentsOf: root.appendingPathComponent(file), encoding: .utf8)
            for line in text.split(separator: "\n") {
                guard let module = module(of: line) else { continue }
                found.append(Import(file: file, module: String(module)))
            }
        }
        return found
    }

    /// The module of `package import Catalog`, `@preconcurrency import X` or `import struct X.Y`.
    private static func module(of line: Substring) -> Substring? {
        var words = line.split(separator: " ")[...]
        while let first = words.first, first.hasPrefix("@") || ["package", "internal", "public"].contains(first) {
            words.removeFirst()
        }
        guard words.first == "import", words.count >= 2, let name = words.dropFirst().prefix(2).last else { return nil }
        return name.split(separator: ".").first
    }
}

/// The part of the output of `swift package dump-package` that the tests read.
private struct DumpedPackage: Decodable {
    let targets: [Target]

    struct Target: Decodable {
        let name: String
        let path: String?
        let dependencies: [Dependency]
    }

    struct Dependency: Decodable {
        let byName: [String?]?

        /// Nil for products of other packages.
        var name: String? { byName?.first ?? nil }
    }
}
