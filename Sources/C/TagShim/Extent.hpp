#pragma once

#include "Format.hpp"

/// The declared and the present length of a file, read from its outer structure without TagLib.
struct Extent {
    /// `present` and `declared` are in units of the format (bytes, samples); both 0 when it declares nothing.
    uint64_t present = 0;
    uint64_t declared = 0;
    /// The duration, where the structure contains it; 0 otherwise.
    int64_t milliseconds = 0;
    /// Whether the sound comes in fragments: each contains its own length, and no total is declared.
    bool isFragmented = false;

    /// Whether something declared runs past the end of the file.
    bool isCut() const { return present < declared; }
    /// Whether more than a tenth is missing. A file that lacks less is playable and stays in the library.
    bool isTruncated() const { return static_cast<double>(present) < static_cast<double>(declared) * 0.9; }
};

Extent extentOf(DescriptorStream &stream, Format format, uint64_t start);
