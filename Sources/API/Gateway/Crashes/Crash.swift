/// A request as the crashed server left it noted.
struct NotedRequest: Equatable {
    let fingerprint: RequestFingerprint
    let label: String
    /// 0 where nobody knows.
    let connection: UInt64
    /// Milliseconds of the monotonic clock.
    let begun: Int64
    /// The head of the answer had been sent, and the rest was on its way.
    let isAnswering: Bool
}

/// The end of a server that crashed.
struct Crash {
    /// The connection that the crashing thread worked for; 0 where it worked for none, or where nobody knows.
    let connection: UInt64
    /// Milliseconds of the monotonic clock.
    let at: Int64

    /// How old a request may be that a crash on another thread is blamed on.
    static let moment: Int64 = 1000

    /// The requests that it may be the fault of. Where the crashing thread is known to have worked for a connection, that connection's:
    /// what it was about to answer, else what it had begun to answer a moment ago, else all of it. Otherwise all that had come a moment
    /// ago and were not answered yet: streams that merely were there are not among them.
    func suspects(among notes: [NotedRequest]) -> [NotedRequest] {
        let own = connection == 0 ? [] : notes.filter { $0.connection == connection }
        guard !own.isEmpty else { return notes.filter { !$0.isAnswering && isRecent($0) } }
        let handled = own.filter { !$0.isAnswering }
        if !handled.isEmpty { return handled }
        let recent = own.filter(isRecent)
        return recent.isEmpty ? own : recent
    }

    private func isRecent(_ note: NotedRequest) -> Bool {
        at - note.begun <= Self.moment
    }
}
