import Journal

extension JournalEntry {
    /// The same entry with one more detail, which only the transaction knows.
    func adding(_ name: String, _ value: String) -> JournalEntry {
        var details = details
        details[name] = value
        return JournalEntry(at: at, by: actor, action, subject, details: details)
    }
}
