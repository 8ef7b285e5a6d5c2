extension SongLyrics {
    /// The voice that nobody names.
    static let unnamedVoice = "main"
    package static let backgroundVoice = "bg"

    /// Sets the agents to those that the lines name, in the order in which they are heard. Exactly one of them is the
    /// main one, and lines without a voice belong to it.
    ///
    /// - Parameter declared: what the source says of them. If none of those that are heard is the main voice, that is
    ///   `v1`, or the one that nobody names, or the first.
    mutating func settleVoices(declared: [LyricsAgent] = []) {
        var ids: [String] = []
        var seen: Set<String> = []
        var hasBackground = false
        for index in lines.indices {
            // The name of the background's voice is taken.
            if lines[index].agent == Self.backgroundVoice { lines[index].agent = Self.backgroundVoice + "1" }
            if let agent = lines[index].agent, seen.insert(agent).inserted { ids.append(agent) }
            hasBackground = hasBackground || lines[index].background != nil
        }
        agents = []
        guard !ids.isEmpty || hasBackground else { return }
        let known = Dictionary(declared.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let isGroup = { (id: String) in known[id]?.role == .group || id == "D" }
        let isWithout = lines.contains { $0.agent == nil }
        let main =
            declared.first { $0.role == .main && seen.contains($0.id) }?.id
            ?? (seen.contains("v1") ? "v1" : isWithout ? Self.unnamedVoice : ids.first { !isGroup($0) } ?? ids[0])
        if !seen.contains(main) { ids.insert(main, at: 0) }
        for index in lines.indices where lines[index].agent == nil { lines[index].agent = main }
        agents = ids.map { id in
            LyricsAgent(id: id, role: id == main ? .main : isGroup(id) ? .group : .voice, name: known[id]?.name)
        }
        if hasBackground { agents.append(LyricsAgent(id: Self.backgroundVoice, role: .background)) }
    }

    /// The voices as `v1`, `v2` and so on, by their ids. Ids of that form stay; the main voice is `v1` if that is free.
    /// Nil stands for the main voice of lyrics that name none.
    var numberedVoices: [String: String?] {
        let singers = agents.filter { $0.role != .background }
        var taken = Set(singers.map(\.id).filter(Self.isNumbered))
        var numbered: [String: String?] = [:]
        var number = 0
        for agent in singers.filter({ $0.role == .main }) + singers.filter({ $0.role != .main }) {
            if Self.isNumbered(agent.id) {
                numbered[agent.id] = .some(agent.id)
            } else if agent.id == Self.unnamedVoice, agent.name == nil, agent.role == .main {
                numbered[agent.id] = .some(nil)
            } else {
                repeat { number += 1 } while taken.contains("v\(number)")
                taken.insert("v\(number)")
                numbered[agent.id] = "v\(number)"
            }
        }
        return numbered
    }

    static func isNumbered(_ id: String) -> Bool {
        (2...16).contains(id.utf8.count) && id.utf8.first == UInt8(ascii: "v")
            && id.utf8.dropFirst().allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
