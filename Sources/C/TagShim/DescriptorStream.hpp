#pragma once

#include <cstdint>
#include <tiostream.h>
#include <vector>

/// Reads a file for TagLib through a descriptor. It never writes, and bounds the bytes that a hostile file can make it
/// read.
class DescriptorStream final : public TagLib::IOStream {
public:
    /// The largest block that is read at once; a longer tag throws `TooMuch`.
    static constexpr uint64_t largestBlock = 64ull << 20;
    /// The total that is read of one file. Only a search through a file without sound comes near it.
    static constexpr uint64_t largestTotal = 256ull << 20;

    /// Thrown when a bound is exceeded.
    struct TooMuch {};
    /// Thrown when the disk fails.
    struct Failure {};

    DescriptorStream(int descriptor, uint64_t size);

    uint64_t size() const { return size_; }
    /// Up to `count` bytes at `offset`; fewer at the end of the file.
    size_t read(uint64_t offset, void *buffer, size_t count);

    /// Hides the bytes from `from` to `to` from TagLib: sound in which it would search for tags in vain. `read` still
    /// sees them.
    void hide(uint64_t from, uint64_t to);

    TagLib::FileName name() const override { return ""; }
    TagLib::ByteVector readBlock(unsigned long length) override;
    void writeBlock(const TagLib::ByteVector &) override {}
    void insert(const TagLib::ByteVector &, unsigned long, unsigned long) override {}
    void removeBlock(unsigned long, unsigned long) override {}
    bool readOnly() const override { return true; }
    bool isOpen() const override { return true; }
    void seek(long offset, Position from) override;
    long tell() const override { return static_cast<long>(position_); }
    long length() override { return static_cast<long>(size_ - (hiddenEnd_ - hiddenStart_)); }
    void truncate(long) override {}

private:
    /// A buffered part of the file. TagLib reads a few bytes at a time, near the beginning and the end: two windows
    /// save most system calls.
    struct Window {
        uint64_t offset = 0;
        size_t count = 0;
        std::vector<char> bytes;
    };
    static constexpr size_t windowSize = 32 * 1024;

    size_t readDisk(uint64_t offset, void *buffer, size_t count);
    const Window &window(uint64_t offset);

    int descriptor_;
    uint64_t size_;
    uint64_t hiddenStart_ = 0;
    uint64_t hiddenEnd_ = 0;
    uint64_t position_ = 0;
    uint64_t spent_ = 0;
    Window windows_[2];
    int oldest_ = 0;
};
