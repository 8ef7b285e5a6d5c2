#include "Adts.hpp"
#include "DescriptorStream.hpp"

#include <algorithm>
#include <vector>

namespace {

constexpr size_t headerSize = 7;
constexpr uint64_t largestFrame = 8191;
/// The number of bytes that are searched for the next frame after a gap.
constexpr uint64_t longestGap = 1 << 20;
constexpr uint64_t longestScan = 64 << 20;
constexpr uint64_t mostFrames = 4 << 20;

struct Header {
    bool isValid = false;
    bool isProtected = false;
    unsigned rateIndex = 0;
    unsigned channels = 0;
    unsigned profile = 0;
    unsigned version = 0;
    uint64_t length = 0;
    uint64_t blocks = 0;

    Header() = default;
    explicit Header(const unsigned char *bytes) {
        // The sync word, and layer 0, which no MPEG audio frame has.
        if (bytes[0] != 0xFF || (bytes[1] & 0xF6) != 0xF0) return;
        version = bytes[1] >> 3 & 1;
        isProtected = (bytes[1] & 1) == 0;
        profile = bytes[2] >> 6;
        rateIndex = bytes[2] >> 2 & 15;
        channels = (bytes[2] & 1u) << 2 | bytes[3] >> 6;
        length = (bytes[3] & 3u) << 11 | bytes[4] << 3 | bytes[5] >> 5;
        blocks = (bytes[6] & 3) + 1;
        // A frame has at least one byte of sound after its header and checksum.
        isValid = rateIndex <= 12 && length > headerSize + (isProtected ? 2 : 0);
    }

    /// The part of the header that is the same in all frames of a stream.
    bool agrees(const Header &other) const {
        return isValid && other.isValid && rateIndex == other.rateIndex && channels == other.channels
            && profile == other.profile && version == other.version;
    }
};

Header headerAt(DescriptorStream &stream, uint64_t offset, uint64_t end) {
    unsigned char bytes[headerSize];
    if (offset > end || end - offset < headerSize || stream.read(offset, bytes, headerSize) < headerSize) return Header();
    return Header(bytes);
}

/// Whether frames of one kind follow each other from `offset` on: `count` of them, or fewer that end exactly at `end`.
bool hasRun(DescriptorStream &stream, uint64_t offset, uint64_t end, int count) {
    Header first = headerAt(stream, offset, end);
    for (int index = 0; index < count; index++) {
        Header header = headerAt(stream, offset, end);
        if (!first.agrees(header)) return false;
        offset += header.length;
        if (offset == end) return true;
    }
    return true;
}

/// The next offset from `from` up to `limit` at which a run begins; `limit` when there is none.
uint64_t nextRun(DescriptorStream &stream, uint64_t from, uint64_t limit, uint64_t end, int count) {
    std::vector<unsigned char> bytes(32 * 1024);
    while (from < limit) {
        size_t got = stream.read(from, bytes.data(), static_cast<size_t>(std::min<uint64_t>(bytes.size(), limit - from)));
        if (got == 0) return limit;
        for (size_t at = 0; at < got; at++)
            if (bytes[at] == 0xFF && hasRun(stream, from + at, end, count)) return from + at;
        from += got;
    }
    return limit;
}

/// Reads the bits of one frame.
class Bits {
public:
    Bits(const unsigned char *bytes, size_t count) : bytes_(bytes), left_(count * 8) {}

    unsigned take(unsigned count) {
        unsigned value = 0;
        for (; count > 0; count--) {
            value <<= 1;
            if (left_ == 0) continue;
            value |= bytes_[at_ / 8] >> (7 - at_ % 8) & 1u;
            at_++, left_--;
        }
        return value;
    }

private:
    const unsigned char *bytes_;
    size_t left_;
    size_t at_ = 0;
};

/// Channels that the header leaves open are listed in a program configuration element at the head of the first frame:
/// ISO/IEC 14496-3, 4.4.1.1. Without one it is two mono channels.
int configuredChannels(DescriptorStream &stream, uint64_t start, const Header &header) {
    unsigned char frame[64] = {0};
    size_t skip = headerSize + (header.isProtected ? 2 : 0);
    size_t count = stream.read(start, frame, std::min<uint64_t>(sizeof frame, header.length));
    if (count <= skip) return 2;
    Bits bits(frame + skip, count - skip);
    if (bits.take(3) != 5) return 2;
    bits.take(10);
    unsigned elements = bits.take(4);
    elements += bits.take(4);
    elements += bits.take(4);
    unsigned low = bits.take(2);
    bits.take(7);
    if (bits.take(1)) bits.take(4);
    if (bits.take(1)) bits.take(4);
    if (bits.take(1)) bits.take(3);
    unsigned channels = low;
    for (; elements > 0; elements--) {
        channels += 1 + bits.take(1);
        bits.take(4);
    }
    return static_cast<int>(channels);
}

}  // namespace

bool findAdts(DescriptorStream &stream, uint64_t &start) {
    // A single frame is accepted only where it is the whole content.
    if (hasRun(stream, start, stream.size(), 2)) return true;
    uint64_t limit = std::min(stream.size(), start + 2 * (largestFrame + 1));
    uint64_t found = nextRun(stream, start, limit, stream.size(), 4);
    if (found >= limit) return false;
    start = found;
    return true;
}

Adts readAdts(DescriptorStream &stream, uint64_t start, uint64_t end) {
    static const int rates[13] = {
        96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350};
    static const int layouts[8] = {0, 1, 2, 3, 4, 5, 6, 8};
    Adts adts;
    Header first = headerAt(stream, start, end);
    if (!first.isValid) return adts;
    adts.sampleRate = rates[first.rateIndex];
    adts.channels = first.channels ? layouts[first.channels] : configuredChannels(stream, start, first);

    uint64_t offset = start, blocks = 0, gaps = 0;
    for (uint64_t frames = 0; offset < end && frames < mostFrames && offset - start < longestScan; frames++) {
        Header header = headerAt(stream, offset, end);
        // A broadcast may change from stereo to mono; its rate stays.
        if (!header.isValid || header.rateIndex != first.rateIndex) {
            uint64_t limit = std::min(end, offset + longestGap - std::min(gaps, longestGap));
            uint64_t next = nextRun(stream, offset + 1, limit, end, 3);
            if (next >= limit) {
                offset = end;
                break;
            }
            gaps += next - offset;
            offset = next;
            continue;
        }
        if (header.length > end - offset) {
            offset = end;
            break;
        }
        offset += header.length;
        adts.bytes += header.length;
        blocks += header.blocks;
    }
    double seconds = double(blocks) * 1024 / adts.sampleRate;
    if (offset < end && adts.bytes > 0) {
        double all = double(end - start) / double(offset - start);
        seconds *= all;
        adts.bytes = static_cast<uint64_t>(double(adts.bytes) * all);
    }
    adts.milliseconds = static_cast<uint64_t>(seconds * 1000 + 0.5);
    return adts;
}
