#include "Format.hpp"
#include "Adts.hpp"
#include "DescriptorStream.hpp"

#include <cstring>
#include <vector>

namespace {

/// The length in bytes of the MPEG audio frame with this header; 0 when it is not one. ISO/IEC 11172-3, 2.4.1.3 and
/// 13818-3.
unsigned frameLength(const unsigned char *header) {
    static const unsigned rates[5][16] = {
        {0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448, 0},  // version 1, layer I
        {0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 0},     // version 1, layer II
        {0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 0},      // version 1, layer III
        {0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256, 0},     // version 2, layer I
        {0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 0},          // version 2, layers II and III
    };
    static const unsigned frequencies[4] = {44100, 48000, 32000, 0};
    if (header[0] != 0xFF || (header[1] & 0xE0) != 0xE0) return 0;
    unsigned version = (header[1] >> 3) & 3;  // 0: 2.5, 2: 2, 3: 1
    unsigned layer = 4 - ((header[1] >> 1) & 3);
    unsigned frequency = frequencies[(header[2] >> 2) & 3];
    if (version == 1 || layer == 4 || frequency == 0) return 0;
    bool first = version == 3;
    if (!first) frequency /= version == 2 ? 2 : 4;
    unsigned rate = rates[first ? layer - 1 : layer == 1 ? 3 : 4][header[2] >> 4] * 1000;
    unsigned padding = (header[2] >> 1) & 1;
    if (rate == 0) return 0;
    if (layer == 1) return (12 * rate / frequency + padding) * 4;
    return (layer == 3 && !first ? 72 : 144) * rate / frequency + padding;
}

/// Whether MPEG audio begins within 256 KiB of `start`: a frame that is followed by another one or by the end.
bool hasFrames(DescriptorStream &stream, uint64_t start) {
    std::vector<unsigned char> bytes(256 * 1024);
    size_t count = stream.read(start, bytes.data(), bytes.size());
    for (size_t at = 0; at + 4 <= count; at++) {
        unsigned length = frameLength(bytes.data() + at);
        if (length == 0) continue;
        unsigned char next[4];
        uint64_t behind = start + at + length;
        if (stream.read(behind, next, 4) < 4) {
            // The only frame: accepted when no other bytes precede it.
            if (at == 0) return true;
            continue;
        }
        bool same = frameLength(next) != 0 && (next[1] & 0xFE) == (bytes[at + 1] & 0xFE)
            && (next[2] & 0x0C) == (bytes[at + 2] & 0x0C);
        if (same || (at == 0 && std::memcmp(next, "TAG", 3) == 0)) return true;
    }
    return false;
}

Format oggFormat(DescriptorStream &stream, uint64_t start) {
    unsigned char page[27 + 255 + 8] = {0};
    size_t count = stream.read(start, page, sizeof page);
    size_t packet = 27 + size_t(page[26]);
    if (count < packet + 8) return Format::unknown;
    const unsigned char *head = page + packet;
    if (std::memcmp(head, "\x01vorbis", 7) == 0) return Format::oggVorbis;
    if (std::memcmp(head, "OpusHead", 8) == 0) return Format::oggOpus;
    if (std::memcmp(head, "Speex   ", 8) == 0) return Format::oggSpeex;
    if (std::memcmp(head, "\x7f" "FLAC", 5) == 0) return Format::oggFlac;
    return Format::unknown;
}

}  // namespace

Format formatOf(DescriptorStream &stream, uint64_t &start) {
    static const unsigned char asf[16] = {
        0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11, 0xA6, 0xD9, 0x00, 0xAA, 0x00, 0x62, 0xCE, 0x6C};
    unsigned char head[16];
    bool tagged = false;
    start = 0;
    for (int tags = 0;; tags++) {
        std::memset(head, 0, sizeof head);
        size_t count = stream.read(start, head, sizeof head);
        bool tag = count >= 10 && std::memcmp(head, "ID3", 3) == 0 && head[3] < 0xFF && head[4] < 0xFF
            && ((head[6] | head[7] | head[8] | head[9]) & 0x80) == 0;
        if (!tag || tags == 8) break;
        uint64_t size = uint64_t(head[6]) << 21 | uint64_t(head[7]) << 14 | uint64_t(head[8]) << 7 | head[9];
        start += 10 + size + (head[5] & 0x10 ? 10 : 0);
        tagged = true;
        if (start > stream.size()) return Format::cutTags;
        if (start == stream.size()) return Format::onlyTags;
    }
    auto is = [&](size_t at, const char *magic) { return std::memcmp(head + at, magic, std::strlen(magic)) == 0; };
    if (is(0, "fLaC")) return Format::flac;
    if (is(0, "OggS")) return oggFormat(stream, start);
    if (is(4, "ftyp")) return Format::mp4;
    if (is(0, "RIFF") && is(8, "WAVE")) return Format::wav;
    if (is(0, "FORM") && (is(8, "AIFF") || is(8, "AIFC"))) return Format::aiff;
    if (std::memcmp(head, asf, sizeof asf) == 0) return Format::asf;
    if (is(0, "MAC ")) return Format::ape;
    if (is(0, "wvpk")) return Format::wavpack;
    // Checked before MPEG audio, which is recognized by fewer bits.
    if (findAdts(stream, start)) return Format::adts;
    if (hasFrames(stream, start)) return Format::mpeg;
    return tagged ? Format::onlyTags : Format::unknown;
}
