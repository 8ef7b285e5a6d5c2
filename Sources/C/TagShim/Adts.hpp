#pragma once

#include <cstdint>

class DescriptorStream;

/// The facts in the frame headers of raw AAC: an Audio Data Transport Stream, ISO/IEC 14496-3, 1.A.3.2.
struct Adts {
    uint64_t milliseconds = 0;
    /// The bytes of all frames.
    uint64_t bytes = 0;
    int sampleRate = 0;
    int channels = 0;
};

/// Whether frames begin at `start` or within the 16 KiB after it; `start` is then moved there. A recording that began
/// midway has its first whole frame there.
bool findAdts(DescriptorStream &stream, uint64_t &start);

/// Reads the frame headers between `start`, set by `findAdts`, and `end`. After 64 MiB or four million frames the rest
/// is estimated from those. Other bytes are skipped. A last frame that is cut off does not count: the stream declares
/// no length, so a truncated one is only shorter.
Adts readAdts(DescriptorStream &stream, uint64_t start, uint64_t end);
