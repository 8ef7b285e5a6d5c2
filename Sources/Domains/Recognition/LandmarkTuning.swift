/// The numbers that recognition works with, chosen on one draw of music and recordings and reported on another.
///
/// The first group decides what is stored: `PeakExtractor.version` or `SegmentTrailer.formatVersion` rises when one of
/// these changes.
package struct LandmarkTuning: Sendable {
    /// Peaks a second that are stored of a track.
    package var storedPeaks = 30
    /// A peak is the greatest level within so many bins and frames on each side.
    package var widthBins = 7
    package var widthFrames = 3
    /// The width for the lowest bins, and how many these are.
    package var lowWidthBins = 3
    package var lowBins = 40
    /// Bands of frequencies that share the peaks of a second equally, and the share that is given out so; the rest goes
    /// to the strongest.
    package var bands = 4
    package var bandShare: Float = 0.8
    /// Landmarks that begin at a stored peak, and how far apart their peaks may be.
    package var fan = 9
    package var maxFrames = 48
    package var maxBins = 63

    /// Peaks a second of a recording, many of which are noise, and landmarks that begin at each.
    package var queryPeaks = 70
    package var queryFan = 20
    /// Frames of a recording for each of a track's, and how many of these shifts have landmarks.
    package var shifts = 4
    package var voteShifts = 2
    /// Votes that are counted in a segment: one for so many postings, but no fewer and no more than these.
    package var postingsPerVote = 300
    package var leastVotes = 400_000
    package var votes = 2_000_000
    /// Beginnings on the timeline that have votes enough, and those of allowed tracks that are verified.
    package var starts = 2000
    package var candidates = 300
    /// How many bins on each side a point is compared with, and the least and the greatest contrast that counts.
    package var contrastBins = 9
    package var leastContrast: Float = -0.5
    package var greatestContrast: Float = 1.5
}
