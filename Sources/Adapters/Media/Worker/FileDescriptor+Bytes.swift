import SystemPackage

extension FileDescriptor {
    /// The bytes up to the end or a failure, at most `longest`.
    func bytes(atMost longest: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: longest) { buffer, filled in
            let bytes = UnsafeMutableRawBufferPointer(buffer)
            while filled < longest, let got = try? read(into: .init(rebasing: bytes[filled..<longest])), got > 0 {
                filled += got
            }
        }
    }
}
