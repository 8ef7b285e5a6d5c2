package import Foundation
import Subprocess
import SystemPackage

/// Joins the modules and styles of the web client by esbuild, into files that are fewer and smaller.
///
/// The modules that a page loads at once become one file. What is imported later stays in files of its own, whose
/// imports of these modules lead to that file, so that each module runs once. So none of these may wait for a later one
/// at its top level: that one waits for the joined file.
package struct Esbuild: Sendable {
    private static let longestOutput = 16 * 1024 * 1024
    /// Stands for the joined file until it is known where the importing one lies: esbuild takes paths of files that it
    /// does not join for ones relative to the first folder of the output.
    private static let placeholder = "rondo-joined-file"

    private let program: FilePath
    private let scratch: URL

    /// The path of esbuild, links resolved; nil where it is not installed.
    package static var installed: String? {
        ["/usr/bin/esbuild", "/usr/local/bin/esbuild"].first { FileManager.default.isExecutableFile(atPath: $0) }
            .map { URL(filePath: $0).resolvingSymlinksInPath().path }
    }

    /// Nil where esbuild is not installed.
    ///
    /// - Parameter scratch: a folder for temporary files. Those that a killed process left there are removed.
    package init?(scratch: String) {
        guard let path = Self.installed else { return nil }
        program = FilePath(path)
        self.scratch = URL(filePath: scratch)
        try? FileManager.default.removeItem(atPath: scratch)
    }

    /// The joined files of a page by their paths: `NAME.js`, `NAME.css` and those of the modules that are imported
    /// later.
    ///
    /// - Parameters:
    ///   - page: the name of the joined files, without an ending.
    ///   - styles: in the order in which they apply, by their paths in the folder.
    ///   - modules: those that the page loads at once; the first one is run.
    ///   - folder: the client's; it is not changed.
    /// - Throws: `EsbuildError` if a file cannot be joined.
    package func join(
        _ page: String, styles: [String], modules: [String], in folder: String
    ) async throws -> [String: Data] {
        let place = scratch.appending(path: "join-\(UUID().uuidString)")
        let sources = place.appending(path: "sources")
        let files = FileManager.default
        defer { try? files.removeItem(at: place) }
        try files.createDirectory(at: place, withIntermediateDirectories: true)
        try files.copyItem(at: URL(filePath: folder), to: sources)
        var joined = try await join(styles: styles, as: page + ".css", sources)
        joined.merge(try await join(modules: modules, as: page + ".js", sources)) { $1 }
        return joined
    }

    private func join(styles: [String], as name: String, _ sources: URL) async throws -> [String: Data] {
        guard !styles.isEmpty else { return [:] }
        let list = styles.map { "@import './\($0)';\n" }.joined()
        try Data(list.utf8).write(to: sources.appending(path: "styles-of-" + name))
        // Fonts are named by their whole paths.
        let arguments = ["styles-of-" + name, "--bundle", "--minify", "--external:/fonts/*"]
        return [name: try await output(arguments, in: sources)]
    }

    private func join(modules: [String], as name: String, _ sources: URL) async throws -> [String: Data] {
        guard let main = modules.first else { return [:] }
        guard !FileManager.default.fileExists(atPath: sources.appending(path: name).path) else {
            throw EsbuildError(message: "\(name) is the name of a module, too")
        }
        let graph = try await self.graph(of: modules, sources)
        let first = graph.modules(loadedWith: modules)
        let later = graph.importedLater.subtracting(first)
        let exports = try await self.graph(of: first.sorted(), sources).exports

        // All of them in their own order, then their exports, each under a name of its own.
        let entry = first.sorted().map { module in
            Self.statement(exports[module] ?? [], from: "./" + module) { "\($0) as \(Self.name(of: $0, in: module))" }
        }
        try Data(("import './\(main)';\n" + entry.joined()).utf8).write(to: sources.appending(path: name))
        let joined = try await output(
            [name, "--bundle", "--minify", "--format=esm"] + later.sorted().map { "--external:./\($0)" }, in: sources)
        // In place of each of these modules one that leads to the joined file.
        for module in first {
            let text = Self.statement(exports[module] ?? [], from: Self.placeholder) {
                "\(Self.name(of: $0, in: module)) as \($0)"
            }
            try Data(text.utf8).write(to: sources.appending(path: module))
        }
        var files = try await rest(later, without: name, sources)
        files[name] = joined
        return files
    }

    /// The modules that are imported later, and what several of them share.
    private func rest(_ modules: Set<String>, without joined: String, _ sources: URL) async throws -> [String: Data] {
        guard !modules.isEmpty else { return [:] }
        let list = "outputs.json"
        _ = try await output(
            modules.sorted() + [
                "--bundle", "--splitting", "--minify", "--format=esm", "--outdir=.", "--outbase=.", "--allow-overwrite",
                "--entry-names=[dir]/[name]", "--chunk-names=chunks/[name]-[hash]", "--external:\(Self.placeholder)",
                "--metafile=\(list)",
            ], in: sources)
        let outputs = try ModuleGraph(Data(contentsOf: sources.appending(path: list))).outputs
        return try Dictionary(
            uniqueKeysWithValues: outputs.map { name in
                let text = try String(contentsOf: sources.appending(path: name), encoding: .utf8)
                let up = String(repeating: "../", count: name.count { $0 == "/" })
                let path = (up.isEmpty ? "./" : up) + joined
                return (name, Data(text.replacing("\"\(Self.placeholder)\"", with: "\"\(path)\"").utf8))
            })
    }

    private func graph(of modules: [String], _ sources: URL) async throws -> ModuleGraph {
        let folder = "graph-\(UUID().uuidString)"
        _ = try await output(
            modules + [
                "--bundle", "--splitting", "--format=esm", "--outdir=\(folder)", "--outbase=.",
                "--metafile=\(folder)/graph.json",
            ], in: sources)
        return try ModuleGraph(Data(contentsOf: sources.appending(path: "\(folder)/graph.json")))
    }

    /// The output of esbuild: the joined file, unless the arguments say where else it goes.
    private func output(_ arguments: [String], in folder: URL) async throws -> Data {
        let result = try await Subprocess.run(
            .path(program), arguments: Arguments(arguments + ["--log-level=error", "--charset=utf8"]),
            environment: .custom(["LC_ALL": "C", "GOMAXPROCS": "1"]), workingDirectory: FilePath(folder.path),
            input: .none, output: .data(limit: Self.longestOutput), error: .string(limit: 64 * 1024))
        guard result.terminationStatus.isSuccess else {
            throw EsbuildError(message: result.standardError)
        }
        return result.standardOutput
    }

    private static func statement(_ names: [String], from path: String, _ part: (String) -> String) -> String {
        names.isEmpty
            ? "import '\(path)';\n" : "export { \(names.map(part).joined(separator: ", ")) } from '\(path)';\n"
    }

    /// The name in the joined file of what a module exports. It stays the same as long as the module's path does, so
    /// that a page of an earlier version can import what is loaded later from this one.
    private static func name(of export: String, in module: String) -> String {
        let escaped = module.dropLast(".js".count).unicodeScalars.map { scalar in
            scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                ? String(scalar) : "$\(String(scalar.value, radix: 16))"
        }
        return "m\(escaped.joined())$$\(export)"
    }
}

/// Why files could not be joined, in esbuild's words.
package struct EsbuildError: Error, CustomStringConvertible {
    let message: String

    package var description: String { message }
}

/// The imports and exports of modules, as esbuild reports them (`--metafile`).
private struct ModuleGraph {
    private struct Metafile: Decodable {
        struct Input: Decodable {
            let imports: [Import]
        }
        struct Import: Decodable {
            let path: String
            let kind: String
        }
        struct Output: Decodable {
            let entryPoint: String?
            let exports: [String]
        }
        let inputs: [String: Input]
        let outputs: [String: Output]
    }

    private let metafile: Metafile

    init(_ json: Data) throws {
        metafile = try JSONDecoder().decode(Metafile.self, from: json)
    }

    /// The paths of the files that were written.
    var outputs: [String] { Array(metafile.outputs.keys) }

    /// The names that each entry point exports.
    var exports: [String: [String]] {
        var exports: [String: [String]] = [:]
        for output in metafile.outputs.values {
            if let module = output.entryPoint { exports[module] = output.exports.sorted() }
        }
        return exports
    }

    /// The modules that are imported by a call, once they are wanted.
    var importedLater: Set<String> {
        Set(metafile.inputs.values.flatMap(\.imports).filter { $0.kind == "dynamic-import" }.map(\.path))
    }

    /// Some modules and those that must be there before these can run.
    func modules(loadedWith modules: [String]) -> Set<String> {
        var (found, waiting) = (Set<String>(), modules)
        while let module = waiting.popLast() {
            guard found.insert(module).inserted else { continue }
            waiting += metafile.inputs[module]?.imports.filter { $0.kind == "import-statement" }.map(\.path) ?? []
        }
        return found
    }
}
