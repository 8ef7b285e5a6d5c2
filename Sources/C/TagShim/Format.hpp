#pragma once

#include <cstdint>

class DescriptorStream;

/// What a file is, told by its first bytes.
enum class Format {
    unknown, mpeg, adts, flac, oggVorbis, oggOpus, oggSpeex, oggFlac, mp4, wav, aiff, asf, ape, wavpack,
    /// ID3v2 tags and nothing that sounds behind them.
    onlyTags,
    /// ID3v2 tags that do not end within the file.
    cutTags,
};

/// The format, and in `start` where it begins: behind any ID3v2 tags.
Format formatOf(DescriptorStream &stream, uint64_t &start);
