/// What rules read, in the words of the live event `changes`.
package enum SmartSource: String, Sendable, CaseIterable {
    case catalogue, shelf, listening
}
