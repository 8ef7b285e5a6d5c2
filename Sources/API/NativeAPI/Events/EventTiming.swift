/// The beats of an event stream.
package struct EventTiming: Sendable {
    /// How often the stream asks whether its caller's session is still valid.
    package var check = Duration.milliseconds(1500)
    /// How many checks lie between two heartbeats: 15 seconds.
    package var checksPerHeartbeat = 10
    /// The least time between two changes of the library that a stream tells of.
    package var catalogueGap = Duration.milliseconds(500)
    /// How long a client may take to read its last message before the connection is cut.
    package var farewell = Duration.seconds(3)

    package init() {}
}
