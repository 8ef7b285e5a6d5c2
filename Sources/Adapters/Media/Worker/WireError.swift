/// A frame that says nothing of the protocol's.
struct WireError: Error {}
