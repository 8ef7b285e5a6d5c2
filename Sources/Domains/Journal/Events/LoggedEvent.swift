package import Primitives

/// An event with its place in the log.
package struct LoggedEvent: Sendable, Equatable {
    /// Grows from event to event in the order of commits; some numbers may be left out.
    package let number: Int64
    package let event: Event

    package init(number: Int64, event: Event) {
        self.number = number
        self.event = event
    }
}
