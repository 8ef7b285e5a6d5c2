package import Catalog
package import Primitives

/// One day of the board, as one reader sees it.
package struct BoardDay: Sendable {
    package let day: LocalDay
    /// Whether this is the open day.
    package let isToday: Bool
    package let startsAt: Timestamp
    package let endsAt: Timestamp
    /// The time zone, as an IANA name.
    package let zone: String
    /// The server's present time, for countdowns.
    package let now: Timestamp
    /// The reader's own post, also where this page of the list does not contain it.
    package let own: PostItem?
    /// Newest first.
    package let posts: Page<PostItem>
}

/// A reference to a day of the board.
package enum DayName: Sendable, Equatable {
    /// The day that is open when the call runs.
    case today
    case date(LocalDay)
}

/// A day in the list of past days.
package struct ListedDay: Sendable, Equatable {
    package enum Cover: Sendable, Equatable {
        case image(BlobKey)
        /// The picture of the outside song of that number.
        case outside(Int64)
    }

    package let day: LocalDay
    /// The number of posts that the reader sees. `comments` counts in the same way.
    package let posts: Int
    package let comments: Int
    /// At most four different covers of the songs that were posted first and that the reader sees.
    package let covers: [Cover]
    /// At most five of the users who posted, in their order.
    package let people: [NamedPerson]

    package init(day: LocalDay, posts: Int, comments: Int, covers: [Cover], people: [NamedPerson]) {
        self.day = day
        self.posts = posts
        self.comments = comments
        self.covers = covers
        self.people = people
    }

    var hasOutsideCover: Bool { covers.contains(where: \.isOutside) }

    var withoutOutsideCovers: ListedDay {
        ListedDay(
            day: day, posts: posts, comments: comments, covers: covers.filter { !$0.isOutside }, people: people)
    }
}

extension ListedDay.Cover {
    fileprivate var isOutside: Bool {
        if case .outside = self { true } else { false }
    }
}

/// A day of the board as a playlist.
package struct DayPlaylist: Sendable {
    package let day: LocalDay
    package let startsAt: Timestamp
    /// The end of the day, after which nothing can be posted on it.
    package let endsAt: Timestamp
    package let isToday: Bool
    /// The time of reading. The songs of an open day can change at any time.
    package let readAt: Timestamp
    /// The tracks in the order in which they were posted, without those that the reader may not hear.
    package let tracks: [TrackItem]
}
