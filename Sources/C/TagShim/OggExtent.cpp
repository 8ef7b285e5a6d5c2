#include "OggExtent.hpp"
#include "DescriptorStream.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

namespace {

constexpr size_t headerSize = 27;
constexpr size_t largestPage = headerSize + 255 + 255 * 255;

uint64_t little(const unsigned char *bytes, int count) {
    uint64_t value = 0;
    for (int index = count - 1; index >= 0; index--) value = value << 8 | bytes[index];
    return value;
}

uint64_t big(const unsigned char *bytes, int count) {
    uint64_t value = 0;
    for (int index = 0; index < count; index++) value = value << 8 | bytes[index];
    return value;
}

/// The last bytes of the file, up to two of the largest pages: the last page and one before it are in them.
std::vector<unsigned char> tailOf(DescriptorStream &stream, uint64_t start) {
    std::vector<unsigned char> tail(static_cast<size_t>(std::min<uint64_t>(stream.size() - start, 2 * largestPage)));
    tail.resize(stream.read(stream.size() - tail.size(), tail.data(), tail.size()));
    return tail;
}

/// The number of bytes of a page's header that are present.
bool startsPage(const unsigned char *bytes, size_t count) {
    static const unsigned char capture[5] = {'O', 'g', 'g', 'S', 0};
    return std::memcmp(bytes, capture, std::min(count, sizeof capture)) == 0 && (count < 6 || bytes[5] < 8);
}

/// The length in bytes of the page that starts at `bytes`; more than `count` when it is cut off.
size_t pageLength(const unsigned char *bytes, size_t count) {
    if (count < headerSize || count < headerSize + bytes[26]) return count + 1;
    size_t length = headerSize + bytes[26];
    for (unsigned index = 0; index < bytes[26]; index++) length += bytes[headerSize + index];
    return length;
}

}  // namespace

Extent oggHead(DescriptorStream &stream, Format format, uint64_t start) {
    Extent extent;
    uint64_t offset = start;
    for (int count = 0; count < 64; count++) {
        unsigned char page[headerSize + 255];
        size_t got = stream.read(offset, page, sizeof page);
        if (got == 0 || !startsPage(page, got)) break;
        uint64_t left = stream.size() - offset;
        size_t length = pageLength(page, got);
        if (length > left) {
            extent.declared = offset + length;
            extent.present = stream.size();
            return extent;
        }
        offset += length;
    }
    if (format != Format::oggFlac) return extent;
    // FLAC in Ogg written to a pipe declares no length: the last page's granule position counts the samples. A first
    // packet is the mapping's header of nine bytes, "fLaC", a block header of four and STREAMINFO. RFC 9639, 10.1.
    unsigned char first[headerSize + 255 + 13 + 38];
    if (stream.read(start, first, sizeof first) < sizeof first) return extent;
    uint64_t rate = big(first + headerSize + first[26] + 17 + 10, 3) >> 4;
    const std::vector<unsigned char> tail = tailOf(stream, start);
    for (size_t at = tail.size(); rate > 0 && at-- > 0;) {
        if (tail.size() - at < headerSize || !startsPage(tail.data() + at, tail.size() - at)) continue;
        uint64_t granule = little(tail.data() + at + 6, 8);
        if (granule >= 1ull << 40) continue;
        extent.milliseconds = int64_t(granule * 1000 / rate);
        break;
    }
    return extent;
}

bool oggEndsWithinPage(DescriptorStream &stream, uint64_t start) {
    const std::vector<unsigned char> tail = tailOf(stream, start);
    // Sound may look like a page's header. So a page counts only where a whole one ends. The chain of pages that
    // reaches farthest is the file's.
    const bool isWhole = tail.size() == stream.size() - start;
    std::vector<bool> follows(tail.size() + 1, false);
    size_t end = 0;
    bool isCut = false;
    for (size_t at = 0; at < tail.size(); at++) {
        const unsigned char *page = tail.data() + at;
        const size_t left = tail.size() - at;
        if (page[0] != 'O' || !startsPage(page, left)) continue;
        const bool isFollower = follows[at] || (isWhole && at == 0);
        const size_t length = pageLength(page, left);
        if (length > left) {
            isCut = isCut || isFollower;
        } else {
            if (length >= 1) follows[at + length] = true;
            if (isFollower) end = std::max(end, at + length);
        }
    }
    return isCut && end < tail.size();
}

int opusOutputGain(DescriptorStream &stream, uint64_t start) {
    unsigned char page[headerSize + 255 + 18];
    size_t got = stream.read(start, page, sizeof page);
    if (got < headerSize || !startsPage(page, got)) return 0;
    size_t head = headerSize + page[26];
    if (got < head + 18 || std::memcmp(page + head, "OpusHead", 8) != 0) return 0;
    return static_cast<int16_t>(little(page + head + 16, 2));
}
