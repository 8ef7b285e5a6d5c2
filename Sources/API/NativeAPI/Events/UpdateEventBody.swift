import HTTPSupport
import Journal
import Primitives

/// Where somebody shall look again.
struct UpdateEventBody: JSONWritable {
    let areas: [String]

    func write(to json: inout JSONWriter) {
        json.object { $0.field("areas", areas) }
    }

    /// What `caller` hears of the news: `administration` as an admin, `account` as somebody whom it concerns.
    static func messages(_ news: JournalUpdate, for caller: Principal) -> [ServerSentEvent] {
        var messages: [ServerSentEvent] = []
        if caller.may(.administer) { messages.append(administration(news.areas)) }
        let own = news.own(of: caller.user)
        if !own.isEmpty, caller.may(.manageOwnAccount) { messages.append(account(own)) }
        return messages
    }

    /// For those who come back and may have missed any of it.
    static func everything(for caller: Principal) -> [ServerSentEvent] {
        var messages: [ServerSentEvent] = []
        if caller.may(.administer) { messages.append(administration(Set(JournalUpdate.Area.allCases))) }
        if caller.may(.manageOwnAccount) { messages.append(account(Set(JournalUpdate.OwnArea.allCases))) }
        return messages
    }

    private static func administration(_ areas: Set<JournalUpdate.Area>) -> ServerSentEvent {
        .message(name: "administration", data: UpdateEventBody(areas: areas.map(\.rawValue).sorted()))
    }

    private static func account(_ areas: Set<JournalUpdate.OwnArea>) -> ServerSentEvent {
        .message(name: "account", data: UpdateEventBody(areas: areas.map(\.rawValue).sorted()))
    }
}
