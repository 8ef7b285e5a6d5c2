#pragma once

#include <cstdint>

class DescriptorStream;

/// What the frame headers of raw AAC say: an Audio Data Transport Stream, ISO/IEC 14496-3, 1.A.3.2.
struct Adts {
    uint64_t milliseconds = 0;
    /// Bytes of all frames.
    uint64_t bytes = 0;
    int sampleRate = 0;
    int channels = 0;
};

/// Whether frames begin at `start` or within the 16 KiB after it, where a recording that was begun midway has its
/// first whole one; `start` is then moved there.
bool findAdts(DescriptorStream &stream, uint64_t &start);

/// Goes from frame to frame between `start`, which `findAdts` gave, and `end`. Past 64 MiB or four million frames the rest is taken
/// to be like what was seen. What is no frame is passed over, and a last frame that is cut off does not count: nothing in the stream
/// says how long it should be, so a cut one is just shorter.
Adts readAdts(DescriptorStream &stream, uint64_t start, uint64_t end);
