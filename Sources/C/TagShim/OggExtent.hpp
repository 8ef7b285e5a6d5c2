#pragma once

#include "Extent.hpp"

/// Whether an Ogg file that TagLib cannot read is cut off within its first pages, and the duration that its last page tells.
Extent oggHead(DescriptorStream &stream, Format format, uint64_t start);

/// Whether the file ends in the middle of a page. RFC 3533, 6.
///
/// An Ogg file declares no length, and a shorter one is a whole one as far as its decoder can tell. So the rule is about the last
/// page only: it is cut off when its header is not all there, or when its segment table promises more bytes than follow. The
/// end-of-stream flag decides nothing: some encoders and every recorder of a live stream leave it out, and a file whose last
/// page is whole plays to its end; in a chained file only the last stream matters. What follows the last page and is no page
/// (an ID3v1 tag, padding) is nobody's loss.
/// The output gain in the identification header of an Opus stream whose first page starts at `start`, in 1/256 of a
/// decibel: RFC 7845, 5.1.
int opusOutputGain(DescriptorStream &stream, uint64_t start);

bool oggEndsWithinPage(DescriptorStream &stream, uint64_t start);
