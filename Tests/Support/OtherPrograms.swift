package import Foundation

/// Where programs that tests start are looked for before the folder of the tests themselves: ordinary builds of them,
/// while the tests run under a sanitizer (`Tests/run --sanitize`). A confined process has too little address space for
/// one.
package enum OtherPrograms {
    package static var folders: [URL] {
        ProcessInfo.processInfo.environment["RONDO_TEST_PROGRAMS"].map { [URL(filePath: $0)] } ?? []
    }
}
