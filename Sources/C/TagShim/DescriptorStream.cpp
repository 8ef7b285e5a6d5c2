#include "DescriptorStream.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <unistd.h>

DescriptorStream::DescriptorStream(int descriptor, uint64_t size) : descriptor_(descriptor), size_(size) {}

TagLib::ByteVector DescriptorStream::readBlock(unsigned long length) {
    const uint64_t hidden = hiddenEnd_ - hiddenStart_, visible = size_ - hidden;
    if (position_ >= visible || length == 0) return TagLib::ByteVector();
    uint64_t wanted = std::min<uint64_t>(length, visible - position_);
    if (wanted > largestBlock) throw TooMuch();
    TagLib::ByteVector block(static_cast<unsigned int>(wanted), 0);
    size_t before = position_ < hiddenStart_
        ? static_cast<size_t>(std::min<uint64_t>(wanted, hiddenStart_ - position_)) : 0;
    size_t got = before == 0 ? 0 : read(position_, block.data(), before);
    if (got == before && got < wanted)
        got += read(position_ + got + hidden, block.data() + got, static_cast<size_t>(wanted) - got);
    if (got < wanted) block.resize(static_cast<unsigned int>(got));
    position_ += got;
    return block;
}

size_t DescriptorStream::read(uint64_t offset, void *buffer, size_t count) {
    if (offset >= size_) return 0;
    count = static_cast<size_t>(std::min<uint64_t>(count, size_ - offset));
    // Every call counts for some bytes, however little it reads, so that an endless loop of small reads ends too.
    spent_ += std::max<size_t>(count, 32);
    if (spent_ > largestTotal) throw TooMuch();
    if (count >= windowSize) return readDisk(offset, buffer, count);
    size_t done = 0;
    while (done < count) {
        const Window &near = window(offset + done);
        uint64_t skip = offset + done - near.offset;
        if (skip >= near.count) break;
        size_t part = std::min<size_t>(count - done, near.count - static_cast<size_t>(skip));
        std::memcpy(static_cast<char *>(buffer) + done, near.bytes.data() + skip, part);
        done += part;
    }
    return done;
}

const DescriptorStream::Window &DescriptorStream::window(uint64_t offset) {
    for (const Window &known : windows_)
        if (offset >= known.offset && offset - known.offset < known.count) return known;
    Window &fresh = windows_[oldest_];
    oldest_ = 1 - oldest_;
    fresh.bytes.resize(windowSize);
    fresh.offset = offset & ~uint64_t(4095);
    fresh.count = readDisk(fresh.offset, fresh.bytes.data(), windowSize);
    return fresh;
}

size_t DescriptorStream::readDisk(uint64_t offset, void *buffer, size_t count) {
    size_t done = 0;
    while (done < count) {
        ssize_t got = pread(
            descriptor_, static_cast<char *>(buffer) + done, count - done, static_cast<off_t>(offset + done));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) throw Failure();
        if (got == 0) break;
        done += static_cast<size_t>(got);
    }
    return done;
}

void DescriptorStream::hide(uint64_t from, uint64_t to) {
    hiddenStart_ = std::min(from, size_);
    hiddenEnd_ = std::max(hiddenStart_, std::min(to, size_));
}

void DescriptorStream::seek(long offset, Position from) {
    int64_t base = from == Beginning ? 0 : from == Current ? int64_t(position_) : int64_t(length());
    int64_t target = 0;
    if (__builtin_add_overflow(base, int64_t(offset), &target) || target < 0) target = 0;
    position_ = static_cast<uint64_t>(target);
}
