#pragma once

#include "Extent.hpp"

/// Whether an Ogg file that TagLib cannot read is cut off within its first pages, and the duration in its last page.
Extent oggHead(DescriptorStream &stream, Format format, uint64_t start);

/// The output gain in the identification header of an Opus stream whose first page starts at `start`, in 1/256 of a
/// decibel: RFC 7845, 5.1.
int opusOutputGain(DescriptorStream &stream, uint64_t start);

/// Whether the file ends in the middle of a page. RFC 3533, 6.
///
/// An Ogg file declares no length, and a decoder cannot tell that a shorter one is incomplete. So only the last page
/// decides: it is cut off when its header is incomplete, or when its segment table declares more bytes than follow.
/// The end-of-stream flag decides nothing: some encoders and every recorder of a live stream omit it, and a file whose
/// last page is whole plays to its end. In a chained file only the last stream matters. Bytes after the last page that
/// are not a page (an ID3v1 tag, padding) do not matter.
bool oggEndsWithinPage(DescriptorStream &stream, uint64_t start);
