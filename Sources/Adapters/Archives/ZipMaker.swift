package import NIOPosix
package import Portability

/// Zips by libarchive, made on threads that may block.
package struct ZipMaker: ArchiveMaker {
    private let pool: NIOThreadPool

    package init(pool: NIOThreadPool) {
        self.pool = pool
    }

    package func make() throws -> any ArchiveDraft {
        try ZipWriter(pool: pool)
    }
}
