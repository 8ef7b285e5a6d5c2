package import Journal
package import Primitives

/// The renderers of the local network, for admins: which there are, and which of them are speakers.
package struct RendererService: Sendable {
    private let store: any RendererStore
    private let registry: RendererRegistry
    private let directory: SpeakerDirectory
    private let hasNetwork: Bool
    private let onChange: @Sendable () -> Void
    private let clock: any WallClock

    /// - Parameters:
    ///   - hasNetwork: whether the operator has named an interface to look at.
    ///   - onChange: called after one was allowed or forbidden.
    package init(
        store: any RendererStore, registry: RendererRegistry, directory: SpeakerDirectory, hasNetwork: Bool,
        clock: any WallClock, onChange: @escaping @Sendable () -> Void
    ) {
        self.store = store
        self.registry = registry
        self.directory = directory
        self.hasNetwork = hasNetwork
        self.clock = clock
        self.onChange = onChange
    }

    package func report(as caller: Principal) async throws -> RendererReport {
        try caller.require(.administer)
        var items: [RendererReport.Item] = []
        for (renderer, allowed, isReachable) in registry.all() {
            guard let id = allowed?.id ?? renderer?.id else { continue }
            let condition = try await directory.place(id)?.speaker.state()
            items.append(
                RendererReport.Item(
                    id: id, name: allowed?.name ?? renderer?.name ?? "", model: renderer?.model,
                    address: renderer?.address, isAllowed: allowed != nil, isReachable: isReachable,
                    isPlaying: condition?.state.isPlaying ?? false, songs: condition?.state.entries.count ?? 0,
                    problem: condition?.problem))
        }
        return RendererReport(hasNetwork: hasNetwork, isOn: registry.isOn, items: items)
    }

    /// Makes a renderer a speaker, or no longer one. Throws `notFound` for one that is neither there nor allowed, and
    /// `conflict` where too many are.
    package func set(
        _ id: DeviceID, isAllowed: Bool, as caller: Principal, by actor: JournalEntry.Actor
    ) async throws {
        try caller.require(.administer)
        let (found, now) = (registry.found(id), clock.now())
        let allowed = try await store.edit { allowed in
            let place = allowed.firstIndex { $0.id == id }
            switch (isAllowed, place) {
            case (true, nil):
                guard let found else { throw Self.absent }
                guard allowed.count < AllowedRenderer.most else {
                    throw DomainError(
                        .conflict, "At most \(AllowedRenderer.most) renderers are allowed", reason: "renderers_full")
                }
                allowed.append(AllowedRenderer(id: id, name: found.name, allowedAt: now))
                return [Self.entry("renderer.allow", id, found.name, by: actor, at: now)]
            case (false, let place?):
                let former = allowed.remove(at: place)
                return [Self.entry("renderer.forbid", id, former.name, by: actor, at: now)]
            case (false, nil):
                guard found != nil else { throw Self.absent }
                return []
            case (true, _?): return []
            }
        }
        registry.set(allowed: allowed)
        onChange()
    }

    private static func entry(
        _ action: String, _ id: DeviceID, _ name: String, by actor: JournalEntry.Actor, at now: Timestamp
    ) -> JournalEntry {
        JournalEntry(
            at: now, by: actor, action, JournalEntry.Subject(kind: "renderer", id: id.text), details: ["name": name])
    }

    private static let absent = DomainError.notFound("There is no such renderer")
}

/// The renderers, for admins.
package struct RendererReport: Sendable {
    package struct Item: Sendable {
        package let id: DeviceID
        package let name: String
        package let model: String?
        package let address: String?
        package let isAllowed: Bool
        package let isReachable: Bool
        package let isPlaying: Bool
        /// The number of songs in its queue.
        package let songs: Int
        /// The last reason for which it fell silent by itself; nil since it was started again.
        package let problem: SpeakerFailure?
    }

    package let hasNetwork: Bool
    package let isOn: Bool
    package let items: [Item]
}
