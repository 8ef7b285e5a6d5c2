import Catalog
import Foundation
import Logging
import Media

/// Measures how fast a pool reads: it reads every file of a folder (not of subfolders) over and over.
struct Measurement {
    let folder: String
    let workers: Int

    func run() async throws {
        let pool = MediaWorkerPool(
            MediaWorkerSettings(executable: CommandLine.arguments[0], arguments: [], workersPerRoot: workers),
            logger: Logger(label: "measure"))
        let paths = try FileManager.default.contentsOfDirectory(atPath: folder)
            .compactMap { LibraryPath(bytes: Array($0.utf8)) }
        let root = Array(folder.utf8)
        await withTaskGroup { group in
            group.addTask { await pool.run() }
            for (name, count) in [("warm-up", 500), ("measured", 20_000)] {
                let elapsed = await ContinuousClock().measure {
                    await withTaskGroup { readers in
                        for reader in 0..<(workers * 4) {
                            readers.addTask {
                                for index in stride(from: reader, to: count, by: workers * 4) {
                                    _ = try? await pool.read(paths[index % paths.count], in: root)
                                }
                            }
                        }
                    }
                }
                print(name, count, "files in", elapsed)
            }
            group.cancelAll()
        }
    }
}
