import Board
import Catalog
import Primitives

/// A day of the board as a playlist that nobody edits.
struct DayBody: Sendable {
    private let programme: DayPlaylist

    init(_ programme: DayPlaylist) {
        self.programme = programme
    }

    func write(to writer: inout ReplyWriter, songs: [SongBody]? = nil) {
        let date = programme.day.text
        writer.bareText("id", "bo-", date)
        writer.attribute("name", "Daily board \(date)")
        writer.attribute("comment", "")
        writer.attribute("owner", "Rondo")
        writer.attribute("public", true)
        writer.attribute("songCount", songs?.count ?? programme.tracks.count)
        writer.duration(programme.tracks.reduce(0) { $0 + $1.durationMilliseconds })
        writer.attribute("created", programme.startsAt)
        writer.attribute("changed", programme.isToday ? programme.readAt : programme.endsAt)
        writer.cover(programme.tracks.first?.cover, "bo-", date)
        if !writer.quirks.isLegacy {
            writer.attribute("readonly", true)
            if programme.isToday { writer.attribute("validUntil", programme.endsAt) }
        }
        if let songs { writer.array("entry", songs) { $1.write(to: &$0) } }
    }
}
