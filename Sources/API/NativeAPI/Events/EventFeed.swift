/// Where a stream's messages of one kind come from: `AsyncStream<Scan>` mapped to bodies, for example.
package typealias EventFeed<Element> = any (AsyncSequence<Element, Never> & Sendable)
