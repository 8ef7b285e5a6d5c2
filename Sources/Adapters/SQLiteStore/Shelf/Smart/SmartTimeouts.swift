/// How long smart playlists may be looked up.
package struct SmartTimeouts: Sendable {
    /// For one: what takes longer is given up, the statement is interrupted and its connection free again.
    let rules: Duration
    /// For those of one page of playlists, together. Those that are left over are shown without what is in them.
    let page: Duration

    package init(rules: Duration = .seconds(2), page: Duration = .milliseconds(400)) {
        self.rules = rules
        self.page = page
    }
}
