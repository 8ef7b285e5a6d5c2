/// The Debian packages that commands speak of. `.ci/packages` is the list; a test holds these names against it.
enum DebianPackage: String, CaseIterable {
    case ffmpeg
    case authorities = "ca-certificates"

    /// What mends its absence, in a clone and beside a release folder alike.
    var installation: String { "apt-get install \(rawValue)" }
}
