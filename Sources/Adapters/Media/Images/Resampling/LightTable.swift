import Glibc

/// Between sRGB bytes and linear light (IEC 61966-2-1). Averaging bytes as they are would darken fine detail.
enum LightTable {
    /// By byte.
    static let linear: [Float] = (0..<256).map { byte in
        let value = Float(byte) / 255
        return value <= 0.04045 ? value / 12.92 : powf((value + 0.055) / 1.055, 2.4)
    }

    /// By light from 0 to `steps`.
    static let bytes: [UInt8] = (0...steps).map { step in
        let light = Float(step) / Float(steps)
        let value = light <= 0.0031308 ? light * 12.92 : 1.055 * powf(light, 1 / 2.4) - 0.055
        return UInt8(max(0, min(255, (value * 255).rounded())))
    }

    static let steps = 8191
}
