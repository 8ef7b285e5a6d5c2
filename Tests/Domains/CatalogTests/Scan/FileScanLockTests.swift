import Files
import Support
import Testing

@Suite("The scan lock") struct FileScanLockTests {
    @Test("has one holder, and is released when the holder ends") func exclusive() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/scan.lock"
        let second = FileScanLock(path: path)
        do {
            let first = FileScanLock(path: path)
            #expect(try first.acquire())
            #expect(try !first.acquire())
            #expect(try !second.acquire())
            first.release()
            #expect(try second.acquire())
            second.release()
            #expect(try first.acquire())
        }
        #expect(try second.acquire())
    }
}
