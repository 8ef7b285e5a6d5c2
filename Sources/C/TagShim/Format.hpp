#pragma once

#include <cstdint>

class DescriptorStream;

/// The format of a file, recognized by its first bytes.
enum class Format {
    unknown, mpeg, adts, flac, oggVorbis, oggOpus, oggSpeex, oggFlac, mp4, wav, aiff, asf, ape, wavpack,
    /// ID3v2 tags without sound after them.
    onlyTags,
    /// ID3v2 tags that do not end within the file.
    cutTags,
};

/// The format. Sets `start` to its beginning, after any ID3v2 tags.
Format formatOf(DescriptorStream &stream, uint64_t &start);
