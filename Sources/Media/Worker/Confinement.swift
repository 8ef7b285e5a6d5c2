/// What the kernel holds a worker to, beside its limits of memory, time and files.
package struct Confinement: Equatable, Sendable {
    /// It can read below the library's folder and touch no other file (Landlock).
    package var files: Bool
    /// It has no network, and starts no programs (seccomp).
    package var calls: Bool
}
