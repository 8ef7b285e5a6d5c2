#include "Extent.hpp"
#include "DescriptorStream.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

namespace {

uint64_t big(const unsigned char *bytes, int count) {
    uint64_t value = 0;
    for (int index = 0; index < count; index++) value = value << 8 | bytes[index];
    return value;
}

uint64_t little(const unsigned char *bytes, int count) {
    uint64_t value = 0;
    for (int index = count - 1; index >= 0; index--) value = value << 8 | bytes[index];
    return value;
}

/// The extent of something that begins within the file and is declared to end at `end`.
Extent ending(uint64_t end, uint64_t size) {
    Extent extent;
    extent.declared = end;
    extent.present = std::min(end, size);
    return extent;
}

/// The top-level boxes of ISO/IEC 14496-12.
Extent boxes(DescriptorStream &stream) {
    Extent extent;
    uint64_t offset = 0;
    for (int count = 0; count < 4096 && offset < stream.size(); count++) {
        unsigned char head[16] = {0};
        size_t got = stream.read(offset, head, sizeof head);
        if (got < 8) return ending(offset + 8, stream.size());
        uint64_t length = big(head, 4);
        if (length == 1) length = got == 16 ? big(head + 8, 8) : 16;
        if (length == 0) break;
        if (length < 8) break;
        if (length > stream.size() - offset) {
            uint64_t end = 0;
            if (__builtin_add_overflow(offset, length, &end)) end = UINT64_MAX;
            return ending(end, stream.size());
        }
        extent.isFragmented = extent.isFragmented || std::memcmp(head + 4, "moof", 4) == 0;
        offset += length;
    }
    return extent;
}

/// The chunks of a WAVE (little-endian) or AIFF (big-endian) file: the sound's length and duration.
Extent chunks(DescriptorStream &stream, uint64_t start, bool wave) {
    uint64_t offset = start + 12;
    uint64_t bytesPerSecond = 0;
    for (int count = 0; count < 4096; count++) {
        unsigned char head[8];
        if (stream.read(offset, head, 8) < 8) break;
        uint64_t length = wave ? little(head + 4, 4) : big(head + 4, 4);
        uint64_t body = offset + 8;
        if (wave && std::memcmp(head, "fmt ", 4) == 0) {
            unsigned char format[16];
            if (stream.read(body, format, 16) < 16) break;
            bytesPerSecond = little(format + 8, 4);
        } else if (std::memcmp(head, wave ? "data" : "SSND", 4) == 0) {
            Extent extent;
            uint64_t there = stream.size() - std::min(body, stream.size());
            // Programs that write to a pipe leave the length open.
            bool open = length == 0xFFFFFFFF || length == 0x7FFFFFFF || length == 0xFFFFFFF0 || length == 0;
            extent.declared = open ? there : length;
            extent.present = std::min<uint64_t>(extent.declared, there);
            if (bytesPerSecond > 0) extent.milliseconds = int64_t(extent.present * 1000 / bytesPerSecond);
            return extent;
        }
        if (length > stream.size()) return ending(body + length, stream.size());
        offset = body + length + (length & 1);
    }
    return Extent();
}

/// The sample after the frame whose header begins at `bytes`; 0 when it is not a FLAC frame header. RFC 9639, 9.1.
uint64_t sampleBehind(const unsigned char *bytes, size_t count, uint64_t fixedBlock) {
    if (count < 16 || bytes[0] != 0xFF || (bytes[1] & 0xFE) != 0xF8) return 0;
    unsigned block = bytes[2] >> 4, rate = bytes[2] & 15;
    if (block == 0 || rate == 15 || (bytes[3] & 1) || (bytes[3] >> 4) > 10) return 0;
    size_t at = 4;
    unsigned lead = bytes[at++];
    // As in UTF-8, the leading one bits count the bytes; here up to seven.
    int ones = 0;
    while (ones < 8 && (lead << ones & 0x80)) ones++;
    if (ones == 1 || ones == 8) return 0;
    int more = ones == 0 ? 0 : ones - 1;
    uint64_t number = more == 0 ? lead : lead & (0x3F >> more);
    for (int index = 0; index < more; index++) {
        if ((bytes[at] & 0xC0) != 0x80) return 0;
        number = number << 6 | (bytes[at++] & 0x3F);
    }
    uint64_t samples = block == 1 ? 192 : block <= 5 ? 576u << (block - 2) : block >= 8 ? 256u << (block - 8) : 0;
    if (block == 6) samples = big(bytes + at, 1) + 1, at += 1;
    if (block == 7) samples = big(bytes + at, 2) + 1, at += 2;
    if (rate == 12) at += 1;
    if (rate == 13 || rate == 14) at += 2;
    if (at >= count) return 0;
    unsigned check = 0;
    for (size_t index = 0; index < at; index++) {
        check ^= bytes[index];
        for (int bit = 0; bit < 8; bit++) check = (check << 1 ^ (check & 0x80 ? 0x07 : 0)) & 0xFF;
    }
    if (check != bytes[at]) return 0;
    bool variable = bytes[1] & 1;
    return (variable ? number : number * (fixedBlock ? fixedBlock : samples)) + samples;
}

/// Compares the last frame's position with the number of samples in STREAMINFO.
Extent flacFrames(DescriptorStream &stream, uint64_t start) {
    unsigned char info[42];
    if (stream.read(start, info, sizeof info) < sizeof info) return ending(start + sizeof info, stream.size());
    uint64_t smallest = big(info + 8, 2), largest = big(info + 10, 2);
    uint64_t rate = big(info + 18, 3) >> 4;
    uint64_t total = big(info + 21, 5) & 0xFFFFFFFFFull;

    // Metadata first: a block that runs past the end leaves no sound at all.
    uint64_t offset = start + 4;
    for (int count = 0; count < 4096; count++) {
        unsigned char head[4];
        if (stream.read(offset, head, 4) < 4) return ending(offset + 4, stream.size());
        uint64_t end = offset + 4 + big(head + 1, 3);
        if (end > stream.size()) return ending(end, stream.size());
        offset = end;
        if (head[0] & 0x80) break;
    }

    std::vector<unsigned char> tail(
        static_cast<size_t>(std::min<uint64_t>(stream.size() - offset, total == 0 ? 256 * 1024 : 64 * 1024)));
    uint64_t from = stream.size() - tail.size();
    size_t count = stream.read(from, tail.data(), tail.size());
    uint64_t last = 0;
    for (size_t at = count; at-- > 0;) {
        if (tail[at] != 0xFF) continue;
        uint64_t behind = sampleBehind(tail.data() + at, count - at, smallest == largest ? largest : 0);
        if (total != 0 && behind > total + largest) continue;
        last = std::max(last, behind);
        // A false match is rare, and it suffices that one is late enough.
        if (last != 0 && (total == 0 || last * 10 >= total * 9)) break;
    }
    Extent extent;
    if (offset >= stream.size() && total != 0) {
        extent.declared = total;
    } else if (last != 0) {
        extent.declared = total;
        extent.present = std::min(last, total);
        if (total == 0 && rate > 0 && last < (1ull << 40)) extent.milliseconds = int64_t(last * 1000 / rate);
    }
    return extent;
}

/// Reads the declared length from the File Properties Object of an ASF header.
Extent asfObjects(DescriptorStream &stream, uint64_t start) {
    static const unsigned char properties[16] = {
        0xA1, 0xDC, 0xAB, 0x8C, 0x47, 0xA9, 0xCF, 0x11, 0x8E, 0xE4, 0x00, 0xC0, 0x0C, 0x20, 0x53, 0x65};
    unsigned char head[48];
    if (stream.read(start, head, 30) < 30) return ending(start + 30, stream.size());
    uint64_t header = little(head + 16, 8);
    if (header > stream.size() - start) return ending(start + std::min(header, UINT64_MAX - start), stream.size());
    uint64_t offset = start + 30;
    for (int count = 0; count < 256 && offset < start + header; count++) {
        if (stream.read(offset, head, sizeof head) < 24) break;
        if (std::memcmp(head, properties, 16) == 0) {
            uint64_t declared = little(head + 40, 8);
            return declared == 0 ? Extent() : ending(declared, stream.size());
        }
        uint64_t length = little(head + 16, 8);
        if (length < 24 || length > stream.size() - offset) break;
        offset += length;
    }
    return Extent();
}

/// Reads the end of the frames from the descriptor of Monkey's Audio 3.98 and later: "MAC ", version, padding, then
/// the lengths in bytes of the descriptor, the header, the seek table, the WAVE file's header, the frames (low and
/// high half) and the rest of the WAVE file. Monkey's Audio SDK, MACLib.h, APE_DESCRIPTOR.
Extent apeFrames(DescriptorStream &stream, uint64_t start) {
    unsigned char head[36];
    if (stream.read(start, head, sizeof head) < sizeof head) return ending(start + sizeof head, stream.size());
    if (little(head + 4, 2) < 3980) return Extent();
    uint64_t end = start + (little(head + 28, 4) << 32);
    for (int field : {8, 12, 16, 20, 24, 32})
        if (__builtin_add_overflow(end, little(head + field, 4), &end)) end = UINT64_MAX;
    return ending(end, stream.size());
}

/// Compares the last block's position with the number of samples in the first block. WavPack 5 file format, "Block
/// Header".
Extent wavpackBlocks(DescriptorStream &stream, uint64_t start) {
    constexpr size_t headerSize = 32;
    unsigned char head[headerSize];
    if (stream.read(start, head, headerSize) < headerSize) return ending(start + headerSize, stream.size());
    uint64_t total = little(head + 12, 4);
    // Programs that write to a pipe leave the number open.
    if (total == 0xFFFFFFFF) return Extent();
    total = (uint64_t(head[11]) << 32) + total - head[11];
    Extent extent;
    extent.declared = total;
    // A block has at most a mebibyte, and seldom more than a tenth of it.
    for (uint64_t length : {128u << 10, (1u << 20) + 128}) {
        std::vector<unsigned char> tail(static_cast<size_t>(std::min<uint64_t>(stream.size() - start, length)));
        size_t count = stream.read(stream.size() - tail.size(), tail.data(), tail.size());
        for (size_t at = count < headerSize ? 0 : count - headerSize + 1; at-- > 0;) {
            const unsigned char *block = tail.data() + at;
            if (std::memcmp(block, "wvpk", 4) != 0 || block[9] != 4) continue;
            uint64_t size = little(block + 4, 4) + 8, samples = little(block + 20, 4);
            uint64_t first = (uint64_t(block[10]) << 32) + little(block + 16, 4);
            if (size < headerSize || samples == 0 || first + samples > total) continue;
            // A block that is cut off is not playable.
            extent.present = size > count - at ? first : first + samples;
            return extent;
        }
    }
    return extent;
}

}  // namespace

Extent extentOf(DescriptorStream &stream, Format format, uint64_t start) {
    switch (format) {
    case Format::flac: return flacFrames(stream, start);
    case Format::mp4: return boxes(stream);
    case Format::wav: return chunks(stream, start, true);
    case Format::aiff: return chunks(stream, start, false);
    case Format::asf: return asfObjects(stream, start);
    case Format::ape: return apeFrames(stream, start);
    case Format::wavpack: return wavpackBlocks(stream, start);
    default: return Extent();
    }
}
