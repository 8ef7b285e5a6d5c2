package import Primitives
import Synchronization

/// The renderers that are known at the moment: those that were found, and those that are allowed. In memory, so that a
/// stream can ask for every chunk whether it may go on.
package final class RendererRegistry: Sendable {
    private struct State {
        var isOn = false
        var allowed: [DeviceID: AllowedRenderer] = [:]
        var found: [DeviceID: Renderer] = [:]
        var reachable: Set<DeviceID> = []
    }

    private let state = Mutex(State())

    package init() {}

    /// Whether the admins have switched renderers on.
    package var isOn: Bool { state.withLock { $0.isOn } }

    /// Forgets what was found when they are switched off.
    package func set(isOn: Bool) {
        state.withLock { state in
            state.isOn = isOn
            if !isOn { (state.found, state.reachable) = ([:], []) }
        }
    }

    package func set(allowed: [AllowedRenderer]) {
        state.withLock { state in
            state.allowed = Dictionary(allowed.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        }
    }

    package var allowed: [AllowedRenderer] { state.withLock { Array($0.allowed.values) } }

    /// Takes in all that answer at the moment. Returns whether another one does than before.
    package func update(answering: [Renderer]) -> Bool {
        state.withLock { state in
            guard state.isOn else { return false }
            let before = (state.reachable, state.found)
            for renderer in answering { state.found[renderer.id] = renderer }
            state.reachable = Set(answering.map(\.id))
            // Whoever is neither there nor allowed is forgotten.
            state.found = state.found.filter { state.reachable.contains($0.key) || state.allowed[$0.key] != nil }
            return before != (state.reachable, state.found)
        }
    }

    /// Notes that a renderer did not answer.
    package func lost(_ id: DeviceID) {
        state.withLock { _ = $0.reachable.remove(id) }
    }

    /// Whether it may play: renderers are switched on and this one is allowed.
    package func isOpen(_ id: DeviceID) -> Bool {
        state.withLock { $0.isOn && $0.allowed[id] != nil }
    }

    package func isReachable(_ id: DeviceID) -> Bool {
        state.withLock { $0.reachable.contains(id) }
    }

    /// The address at which an open renderer was found; nil for every other.
    package func address(of id: DeviceID) -> String? {
        state.withLock { $0.isOn && $0.allowed[id] != nil ? $0.found[id]?.address : nil }
    }

    /// Whether an allowed one does not answer, so that it is to be looked for more often.
    package var isMissingOne: Bool {
        state.withLock { state in state.allowed.keys.contains { !state.reachable.contains($0) } }
    }

    func found(_ id: DeviceID) -> Renderer? { state.withLock { $0.found[id] } }

    /// All that are found or allowed, by name.
    func all() -> [(renderer: Renderer?, allowed: AllowedRenderer?, isReachable: Bool)] {
        let state = state.withLock { $0 }
        return Set(state.found.keys).union(state.allowed.keys).map { id in
            (state.found[id], state.allowed[id], state.reachable.contains(id))
        }.sorted { one, other in
            let names = [one, other].map { $0.1?.name ?? $0.0?.name ?? "" }
            let ids = [one, other].map { $0.1?.id.text ?? $0.0?.id.text ?? "" }
            return (names[0], ids[0]) < (names[1], ids[1])
        }
    }
}
