/// Four floats at a time, from and to memory of any alignment.
///
/// `SIMD4.pointwiseMax` of the standard library compiles to four comparisons with branches; these are single
/// instructions.
extension SIMD4<Float> {
    @inlinable @inline(__always)
    package init(at address: UnsafePointer<Float>) {
        self = UnsafeRawPointer(address).loadUnaligned(as: Self.self)
    }

    @inlinable @inline(__always)
    package init(_ values: UnsafeBufferPointer<Float>, at index: Int) {
        self = UnsafeRawBufferPointer(values).loadUnaligned(fromByteOffset: index * 4, as: Self.self)
    }

    @inlinable @inline(__always)
    package func store(in values: UnsafeMutableBufferPointer<Float>, at index: Int) {
        UnsafeMutableRawBufferPointer(values).storeBytes(of: self, toByteOffset: index * 4, as: Self.self)
    }

    @inlinable @inline(__always)
    package func store(at address: UnsafeMutablePointer<Float>) {
        UnsafeMutableRawPointer(address).storeBytes(of: self, as: Self.self)
    }

    /// The lanes without their signs.
    @inlinable @inline(__always)
    package var magnitudes: Self {
        unsafeBitCast(unsafeBitCast(self, to: SIMD4<Int32>.self) & 0x7FFF_FFFF, to: Self.self)
    }

    /// The larger lanes of both; those of `self` where the other is not a number.
    @inlinable @inline(__always)
    package func larger(_ other: Self) -> Self {
        replacing(with: other, where: other .> self)
    }

    /// The lanes in reverse order.
    @inlinable @inline(__always)
    package var reversed: Self {
        Self(self[3], self[2], self[1], self[0])
    }
}
