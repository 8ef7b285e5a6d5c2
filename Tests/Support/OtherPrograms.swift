package import Foundation

/// Folders in which started programs are looked for before the folder of the tests. While the tests run under a
/// sanitizer (`Tests/run --sanitize`), these contain ordinary builds, because a confined process has too little address
/// space for a sanitizer.
package enum OtherPrograms {
    package static var folders: [URL] {
        ProcessInfo.processInfo.environment["RONDO_TEST_PROGRAMS"].map { [URL(filePath: $0)] } ?? []
    }
}
