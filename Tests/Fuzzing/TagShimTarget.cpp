// Reads a generated file like a media worker, and checks the whole result. Runs under libFuzzer, see Tests/fuzz.
#include "tagshim.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

namespace {

struct Seen {
    size_t values = 0, bytes = 0, pictures = 0;
    uint64_t sum = 0;

    // Reads every byte, so that the sanitizers detect invalid memory.
    void look(const void *bytes, size_t count) {
        for (size_t index = 0; index < count; index++) sum += static_cast<const unsigned char *>(bytes)[index];
    }
};

void check(bool holds) {
    if (!holds) abort();
}

void value(void *context, const char *key, size_t keySize, const char *value, size_t valueSize) {
    auto *seen = static_cast<Seen *>(context);
    seen->look(key, keySize);
    seen->look(value, valueSize);
    seen->values++;
    seen->bytes += keySize + valueSize;
}

void picture(void *context, int type, const unsigned char *bytes, size_t size) {
    auto *seen = static_cast<Seen *>(context);
    seen->look(bytes, size);
    seen->sum += static_cast<uint64_t>(type);
    seen->pictures++;
    check(size <= 20u << 20);
}

int file() {
    static int descriptor = memfd_create("fuzz", MFD_CLOEXEC);
    check(descriptor >= 0);
    return descriptor;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    check(ftruncate(file(), 0) == 0 && pwrite(file(), data, size, 0) == static_cast<ssize_t>(size));
    Seen seen;
    tagshim_audio audio;
    int outcome = tagshim_read(file(), size, &seen, value, picture, &audio);
    // The guarantees of tagshim.h.
    check(outcome >= TAGSHIM_OK && outcome <= TAGSHIM_NO_LENGTH && outcome != TAGSHIM_UNREADABLE);
    check(seen.values <= 4096 && seen.bytes <= 16u << 20 && seen.pictures <= 64);
    seen.look(audio.media_type, strlen(audio.media_type));
    seen.look(audio.codec, strlen(audio.codec));
    if (outcome == TAGSHIM_OK)
        check(audio.duration_ms > 0 && audio.sample_rate > 0 && audio.channels > 0 && audio.channels <= 255);
    // A wrong size: the file shrank or grew after it was examined.
    check(tagshim_read(file(), size + 4096, &seen, nullptr, nullptr, &audio) <= TAGSHIM_NO_LENGTH);
    check(tagshim_read(file(), size / 2, &seen, nullptr, nullptr, &audio) <= TAGSHIM_NO_LENGTH);
    return 0;
}
