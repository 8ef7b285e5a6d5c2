import Catalog
import Listening
import Primitives
import Shelf

/// What things are to the one who asks: how often and when they played them, where in a track they want to come back to, since when they like
/// them, how they rate them, and how much of them they may hear.
struct UserAnnotations: Sendable {
    var listening = ListeningAnnotations()
    var annotations = Annotations.none
    /// The most that their streams may take, in kbit/s; nil for no limit.
    var bitrateCeiling: Int?
}
