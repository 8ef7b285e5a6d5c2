import Foundation
import Signal
import Testing

@Suite("The Fourier transform") struct RealFFTTests {
    @Test("it equals the sum that defines it", arguments: [32, 64, 128, 256, 512, 1024])
    func definition(count: Int) {
        let samples = noise(count)
        var real = [Float](repeating: 0, count: count / 2 + 1)
        var (imaginary, powers) = (real, real)
        let transform = RealFFT(count)
        transform.forward(samples, real: &real, imaginary: &imaginary)
        transform.power(samples, into: &powers)
        var (worst, worstPower) = (0.0, 0.0)
        for bin in stride(from: 0, through: count / 2, by: count > 256 ? 13 : 1) {
            var (a, b) = (0.0, 0.0)
            for (index, sample) in samples.enumerated() {
                let angle = 2 * Double.pi * Double(bin * index % count) / Double(count)
                a += Double(sample) * cos(angle)
                b -= Double(sample) * sin(angle)
            }
            worst = max(worst, abs(a - Double(real[bin])), abs(b - Double(imaginary[bin])))
            worstPower = max(worstPower, abs(a * a + b * b - Double(powers[bin])) / Double(count))
        }
        #expect(worst < 1e-4 && worstPower < 1e-4)
    }

    @Test("the largest lengths find a tone and nothing else", arguments: [2048, 4096, 8192])
    func tones(count: Int) {
        let samples = (0..<count).map { Float(cos(2 * Double.pi * Double($0 * 100 % count) / Double(count))) }
        var powers = [Float](repeating: 0, count: count / 2 + 1)
        RealFFT(count).power(samples, into: &powers)
        let height = Float(count / 2) * Float(count / 2)
        #expect(abs(powers[100] / height - 1) < 1e-4)
        powers[100] = 0
        #expect(powers.max()! < height * 1e-9)
    }

    @Test("elementary functions equal those of the C library")
    func functions() {
        var worst = 0.0
        for step in -300...300 {
            let x = Double(step) / 37
            let turn = Functions.rotation(turns: x)
            worst = max(worst, abs(turn.cosine - cos(2 * Double.pi * x)), abs(turn.sine - sin(2 * Double.pi * x)))
            worst = max(worst, abs(Functions.exp(x) / exp(x) - 1), abs(Functions.log(exp(x)) - x))
        }
        #expect(worst < 1e-13)
        let lanes = Functions.log2(SIMD4<Float>(1e-9, 0.3, 1, 12_345))
        let exact = [1e-9, 0.3, 1, 12_345].map { log2($0) }
        #expect((0..<4).allSatisfy { abs(Double(lanes[$0]) - exact[$0]) < 2e-4 })
    }
}
