import Journal
package import Primitives

/// The events that all users receive about wishes. An event says only that a wish has changed; clients then fetch it.
enum WishEvents {
    enum Change: String, Sendable {
        case made, edited, removed, backed, unbacked
        /// A scan has found music that may fulfill it.
        case found
        /// It was fulfilled and removed.
        case fulfilled
    }

    static func event(_ change: Change, _ id: ID<Wish>) -> Event {
        Event(.wish, to: .everyone, ["change": .text(change.rawValue), "id": .text(id.rawValue)])
    }
}

/// Notifications to the maker and the backers of a wish.
struct WishNotifications {
    let wish: Wish

    func backed(by person: ID<Person>) -> NotificationChange {
        .deliver(
            NotificationDraft(
                to: wish.person.id, .wishBacked, by: person, about: NotificationSubject(.wish, wish.id),
                title: wish.title, topic: topic(of: person)))
    }

    func unbacked(by person: ID<Person>) -> NotificationChange {
        .retract(about: wish.id.rawValue, topic: topic(of: person))
    }

    /// The wish is fulfilled.
    ///
    /// - Parameters:
    ///   - subject: the track, album or artist that fulfilled it, if others can use it too.
    ///   - part: the part of a library that a user must see to see the subject.
    func arrived(
        as subject: AnnotationSubject?, part: String?, by person: ID<Person>?, backers: [ID<Person>]
    ) -> [NotificationChange] {
        let target = subject.flatMap { subject in
            NotificationSubject.Kind(rawValue: subject.kind.rawValue).map { NotificationSubject($0, subject.id) }
        }
        return ([wish.person.id] + backers).map { recipient in
            .deliver(
                NotificationDraft(
                    to: recipient, .wishArrived, by: person, about: target, title: wish.title,
                    library: target == nil ? nil : part, topic: "arrived:\(wish.id)"))
        }
    }

    private func topic(of person: ID<Person>) -> String { "backed:\(wish.id):\(person)" }
}
