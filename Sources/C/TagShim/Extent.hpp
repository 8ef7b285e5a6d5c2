#pragma once

#include "Format.hpp"

/// How much of what a file declares is there, read from its outer structure without TagLib.
struct Extent {
    /// Units of `present` and `declared` are the format's own (bytes, samples); both 0 when it declares nothing.
    uint64_t present = 0;
    uint64_t declared = 0;
    /// The duration where the structure alone tells it; 0 otherwise.
    int64_t milliseconds = 0;
    /// The sound comes in fragments, whose lengths are written in each of them and nowhere together.
    bool isFragmented = false;

    /// Something declared runs past the end of the file.
    bool isCut() const { return present < declared; }
    /// More than a tenth is missing. What lacks less plays, and stays in the library.
    bool isTruncated() const { return static_cast<double>(present) < static_cast<double>(declared) * 0.9; }
};

Extent extentOf(DescriptorStream &stream, Format format, uint64_t start);
