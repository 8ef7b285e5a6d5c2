/// The groups of features, and the means and deviations of every feature over 357 tracks of 18 hours: game music from
/// Debian's packages, orchestral, electronic, folk, rock and metal. They never change within a version of
/// `SoundFeatures`.
enum FeatureScales {
    /// Steps of a byte for a deviation in a group of 19 features and of weight 1.
    private static let steps: Float = 24

    static let count = groups.reduce(0) { $0 + $1.means.count }
    /// The features of the first groups. Those of the last two are few and weigh much: their bytes count `rareFactor`
    /// times.
    static let commonCount = count - 9
    static let rareFactor: Int32 = 4

    /// The mean and the deviation of a feature, and the steps of its byte for a deviation.
    static func scale(_ index: Int) -> (mean: Float, deviation: Float, steps: Float) {
        scales[index]
    }

    private static let scales = groups.flatMap { group in
        let factor: Float = group.means.count < 10 ? Float(rareFactor) : 1
        return zip(group.means, group.deviations).map { mean, deviation in
            (mean: mean, deviation: deviation, steps: steps / factor * group.weight * 19 / Float(group.means.count))
        }
    }

    private typealias Group = (weight: Float, means: [Float], deviations: [Float])

    private static let groups: [Group] = [
        // The levels of half a second, sorted in each band: four by twelve cosines without the first.
        (
            1,
            [
                53.2, 14.3, 9.58, 4.47, 2.74, 1.72, 1.31, 0.982, 1.02, 0.652, 0.821, -25.1, -6.65, 0.384, -0.0601,
                -0.0875, -0.163, -0.132, -0.161, -0.189, -0.21, -0.0486, -0.218, 2.94, -1.82, -0.343, -0.0256, 0.108,
                0.0947, 0.0354, 0.0673, 0.0158, -0.0024, -0.008, 0.0012, -5.28, -1.06, 0.0071, -0.0738, -0.0202,
                -0.0428, -0.015, -0.04, -0.0134, -0.0182, 0.0028, -0.0094,
            ],
            [
                16.2, 12.8, 9.41, 6.38, 6.01, 5.1, 5.01, 4.13, 3.53, 3.36, 3.21, 8.39, 4.6, 3.18, 2.06, 1.53, 1.29,
                1.03, 0.916, 0.88, 0.801, 0.672, 0.595, 2.92, 1.53, 1.26, 0.774, 0.599, 0.476, 0.434, 0.378, 0.334,
                0.316, 0.266, 0.275, 1.74, 0.789, 0.624, 0.394, 0.326, 0.287, 0.246, 0.225, 0.18, 0.192, 0.154,
                0.172,
            ]
        ),
        // The levels that 10, 50 and 90 % of the frames are below: twelve cosines each.
        (
            1.5,
            [
                -12.3, 5.74, 2.95, 1.84, 0.885, 0.459, 0.186, 0.0924, -0.0126, -0.0318, -0.0265, -0.0418, -0, 13.1,
                3.77, 2.34, 1.13, 0.623, 0.407, 0.341, 0.243, 0.24, 0.172, 0.174, 16.5, 15.5, 2.44, 2.14, 0.969,
                0.799, 0.558, 0.46, 0.442, 0.471, 0.28, 0.427,
            ],
            [
                4.66, 3.85, 2.58, 2.24, 1.66, 1.46, 1.25, 1.18, 0.989, 0.845, 0.751, 0.707, 0.001, 3.93, 3.49, 2.55,
                1.61, 1.56, 1.33, 1.27, 1.12, 0.98, 0.897, 0.845, 4.82, 5.47, 3.84, 2.43, 1.7, 1.58, 1.34, 1.29,
                1.06, 0.949, 0.917, 0.952,
            ]
        ),
        // The difference of each band from its neighbors.
        (
            1,
            [
                1.04, 1.07, 1.12, 1.17, 1.1, 1.06, 1.06, 0.92, 0.833, 0.813, 0.708, 0.57, 0.531, 0.452, 0.392, 0.3,
                0.248, 0.201, 0.176,
            ],
            [
                0.248, 0.261, 0.3, 0.347, 0.356, 0.382, 0.437, 0.415, 0.398, 0.424, 0.376, 0.32, 0.316, 0.286, 0.269,
                0.215, 0.187, 0.159, 0.148,
            ]
        ),
        // The strength of pulsation by speed and band: six by four cosines.
        (
            1.5,
            [
                21, 3.66, -0.964, 0.547, -1.62, -0.249, 0.202, 0.1, -0.48, -0.108, -0.142, -0.0155, 0.438, -0.008,
                -0.0408, 0.0119, -0.048, -0.0266, -0.0304, 0.0243, 0.182, 0.0055, -0.0449, -0.0037,
            ],
            [
                8.32, 5.76, 3.08, 1.61, 1.01, 0.582, 0.434, 0.311, 0.841, 0.475, 0.317, 0.249, 0.528, 0.303, 0.244,
                0.209, 0.557, 0.321, 0.265, 0.203, 0.571, 0.311, 0.242, 0.184,
            ]
        ),
        // The deviations of the changes of cepstral coefficients.
        (
            0.3,
            [
                3.57, 1.9, 1.63, 1.37, 1.24, 1.17, 1.13, 1.09, 1.06, 1.04, 1.01, 0.994, 0.977, 0.959, 0.939, 0.919,
                0.89, 0.874, 0.846, 0.824,
            ],
            [
                1.95, 0.7, 0.517, 0.354, 0.275, 0.234, 0.209, 0.191, 0.184, 0.18, 0.172, 0.165, 0.164, 0.16, 0.156,
                0.154, 0.151, 0.146, 0.141, 0.135,
            ]
        ),
        // The correlations of ten cepstral coefficients.
        (
            1,
            [
                0.362, -0.158, 0.0589, -0.0254, 0.0152, -0.0133, 0.0183, 0.0069, 0.0292, 0.176, 0.0236, 0.0762,
                0.0026, 0.0306, 0.0139, 0.028, 0.0095, 0.376, 0.217, 0.138, 0.0922, 0.0833, 0.0482, 0.0264, 0.469,
                0.22, 0.137, 0.117, 0.095, 0.0562, 0.503, 0.203, 0.136, 0.102, 0.0831, 0.536, 0.207, 0.113, 0.085,
                0.542, 0.168, 0.0758, 0.534, 0.144, 0.54,
            ],
            [
                0.395, 0.357, 0.296, 0.253, 0.237, 0.208, 0.205, 0.193, 0.188, 0.297, 0.306, 0.251, 0.226, 0.208,
                0.199, 0.181, 0.18, 0.294, 0.273, 0.257, 0.235, 0.211, 0.202, 0.187, 0.243, 0.249, 0.235, 0.209,
                0.198, 0.196, 0.218, 0.251, 0.225, 0.205, 0.192, 0.185, 0.233, 0.231, 0.199, 0.177, 0.243, 0.234,
                0.167, 0.228, 0.169,
            ]
        ),
        // The means of cepstral coefficients without the first.
        (
            1,
            [
                11.9, 3.19, 2.14, 0.998, 0.612, 0.384, 0.294, 0.22, 0.227, 0.146, 0.184, 0.13, 0.135, 0.112, 0.0923,
                0.0149, -0.0105, -0.0293, -0.0892,
            ],
            [
                3.62, 2.85, 2.1, 1.42, 1.34, 1.14, 1.12, 0.923, 0.787, 0.751, 0.717, 0.689, 0.616, 0.563, 0.528,
                0.495, 0.485, 0.45, 0.43,
            ]
        ),
        // The circles of one to six notes.
        (
            0.8,
            [
                0.0697, 0.1, 0.117, 0.0709, 0.223, 0.0506,
            ],
            [
                0.0483, 0.0729, 0.0879, 0.0599, 0.142, 0.0501,
            ]
        ),
        // Tonality, confidence of the pulse, onsets a second.
        (
            0.5,
            [
                0.773, 0.465, 5.4,
            ],
            [
                0.0582, 0.307, 1.4,
            ]
        ),
    ]
}
