/// The graph as text: a paragraph for each room, a line for each target with its dependencies.
///
/// The drawing omits `Primitives` and `Journal`, because nearly every target depends on them. It also omits transitive
/// dependencies.
struct TargetDrawing {
    private static let rooms = ["App", "API", "Adapters", "Domains", "C"]
    private static let ground: Set<String> = ["Primitives", "Journal"]

    private let graph: TargetGraph
    private let dependencies: [String: [String]]

    init(_ graph: TargetGraph) {
        self.graph = graph
        dependencies = Dictionary(uniqueKeysWithValues: graph.targets.map { ($0.name, $0.dependencies) })
    }

    var text: String {
        let width = (graph.targets.map(\.name.count).max() ?? 0) + 2
        return Self.rooms.map { room in
            let targets = graph.targets.filter { $0.room == room }
            guard room != "C" else { return "C\n    " + targets.map(\.name).joined(separator: "  ") + "\n" }
            let lines = targets.map { target in
                let named = room == "App" ? ["everything"] : direct(target.name).filter { !Self.ground.contains($0) }
                let name = target.name + String(repeating: " ", count: width - target.name.count)
                return "    " + (named.isEmpty ? target.name : name + "→ " + named.joined(separator: ", ")) + "\n"
            }
            return room + "\n" + lines.joined()
        }.joined(separator: "\n")
    }

    /// The dependencies that are not also reached through another dependency.
    private func direct(_ name: String) -> [String] {
        let all = dependencies[name] ?? []
        let implied = all.reduce(into: Set<String>()) { $0.formUnion(reached(from: $1)) }
        return all.filter { !implied.contains($0) }
    }

    private func reached(from name: String) -> Set<String> {
        (dependencies[name] ?? []).reduce(into: Set()) {
            $0.insert($1)
            $0.formUnion(reached(from: $1))
        }
    }
}
