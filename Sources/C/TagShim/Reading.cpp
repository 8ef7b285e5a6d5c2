#include "Adts.hpp"
#include "DescriptorStream.hpp"
#include "Extent.hpp"
#include "Format.hpp"
#include "OggExtent.hpp"
#include "Pictures.hpp"
#include "Values.hpp"
#include "tagshim.h"

#include <aifffile.h>
#include <apefile.h>
#include <asffile.h>
#include <cstring>
#include <flacfile.h>
#include <id3v2framefactory.h>
#include <memory>
#include <mp4file.h>
#include <mpegfile.h>
#include <new>
#include <oggflacfile.h>
#include <opusfile.h>
#include <speexfile.h>
#include <vorbisfile.h>
#include <wavfile.h>
#include <wavpackfile.h>
#include <xingheader.h>

using namespace TagLib;

namespace {

std::unique_ptr<File> parse(DescriptorStream &stream, Format format) {
    auto *frames = ID3v2::FrameFactory::instance();
    switch (format) {
    case Format::mpeg: return std::make_unique<MPEG::File>(&stream, frames);
    // Only the tags, which are those of an MP3: TagLib 1.13 knows no raw AAC.
    case Format::adts: return std::make_unique<MPEG::File>(&stream, frames, false);
    case Format::flac: return std::make_unique<FLAC::File>(&stream, frames);
    case Format::oggVorbis: return std::make_unique<Ogg::Vorbis::File>(&stream);
    case Format::oggOpus: return std::make_unique<Ogg::Opus::File>(&stream);
    case Format::oggSpeex: return std::make_unique<Ogg::Speex::File>(&stream);
    case Format::oggFlac: return std::make_unique<Ogg::FLAC::File>(&stream);
    case Format::mp4: return std::make_unique<MP4::File>(&stream);
    case Format::wav: return std::make_unique<RIFF::WAV::File>(&stream);
    case Format::aiff: return std::make_unique<RIFF::AIFF::File>(&stream);
    case Format::asf: return std::make_unique<ASF::File>(&stream);
    case Format::ape: return std::make_unique<APE::File>(&stream);
    case Format::wavpack: return std::make_unique<WavPack::File>(&stream);
    case Format::unknown:
    case Format::onlyTags:
    case Format::cutTags: break;
    }
    return nullptr;
}

bool isOgg(Format format) {
    return format == Format::oggVorbis || format == Format::oggOpus || format == Format::oggSpeex
        || format == Format::oggFlac;
}

/// Sets the names and the facts that differ from format to format. Returns false for an unknown kind of sound.
bool describe(File &file, Format format, tagshim_audio &audio) {
    auto name = [&](const char *type, const char *codec, int bits) {
        audio.media_type = type;
        audio.codec = codec;
        audio.bits_per_sample = bits;
        return true;
    };
    if (format == Format::adts) return name("audio/aac", "aac", 0);
    if (auto *mpeg = dynamic_cast<MPEG::File *>(&file)) {
        int layer = mpeg->audioProperties() ? mpeg->audioProperties()->layer() : 3;
        return name("audio/mpeg", layer == 1 ? "mp1" : layer == 2 ? "mp2" : "mp3", 0);
    }
    if (auto *flac = dynamic_cast<FLAC::File *>(&file))
        return name("audio/flac", "flac", flac->audioProperties() ? flac->audioProperties()->bitsPerSample() : 0);
    if (auto *flac = dynamic_cast<Ogg::FLAC::File *>(&file))
        return name("audio/ogg", "flac", flac->audioProperties() ? flac->audioProperties()->bitsPerSample() : 0);
    if (format == Format::oggVorbis) return name("audio/ogg", "vorbis", 0);
    if (format == Format::oggOpus) return name("audio/ogg", "opus", 0);
    if (format == Format::oggSpeex) return name("audio/ogg", "speex", 0);
    if (auto *mp4 = dynamic_cast<MP4::File *>(&file)) {
        auto *properties = mp4->audioProperties();
        if (!properties || properties->isEncrypted()) return false;
        if (properties->codec() == MP4::Properties::ALAC)
            return name("audio/mp4", "alac", properties->bitsPerSample());
        return name("audio/mp4", "aac", 0) && properties->codec() == MP4::Properties::AAC;
    }
    if (auto *wav = dynamic_cast<RIFF::WAV::File *>(&file)) {
        auto *properties = wav->audioProperties();
        int kind = properties ? properties->format() : 1;
        // 1 PCM, 3 floating point, 6 and 7 logarithmic, 0x55 MP3 in a WAVE, 0xFFFE "see the extension".
        if (kind == 0x55) return name("audio/wav", "mp3", 0);
        return name("audio/wav", "pcm", properties ? properties->bitsPerSample() : 0)
            && (kind == 0 || kind == 1 || kind == 3 || kind == 6 || kind == 7 || kind == 0xFFFE);
    }
    if (auto *aiff = dynamic_cast<RIFF::AIFF::File *>(&file))
        return name("audio/aiff", "pcm", aiff->audioProperties() ? aiff->audioProperties()->bitsPerSample() : 0);
    if (auto *asf = dynamic_cast<ASF::File *>(&file)) {
        auto *properties = asf->audioProperties();
        if (!properties || properties->isEncrypted()) return false;
        bool lossless = properties->codec() == ASF::Properties::WMA9Lossless;
        return name("audio/x-ms-wma", "wma", lossless ? properties->bitsPerSample() : 0);
    }
    if (auto *ape = dynamic_cast<APE::File *>(&file))
        return name("audio/x-ape", "ape", ape->audioProperties() ? ape->audioProperties()->bitsPerSample() : 0);
    if (auto *wavpack = dynamic_cast<WavPack::File *>(&file))
        return name(
            "audio/x-wavpack", "wavpack",
            wavpack->audioProperties() ? wavpack->audioProperties()->bitsPerSample() : 0);
    return false;
}

/// A Xing or VBRI header counts the bytes of the stream.
Extent countedBytes(File &file, uint64_t start, uint64_t size) {
    Extent extent;
    auto *mpeg = dynamic_cast<MPEG::File *>(&file);
    const MPEG::XingHeader *header = mpeg && mpeg->audioProperties() ? mpeg->audioProperties()->xingHeader() : nullptr;
    if (header && header->isValid()) {
        extent.declared = header->totalSize();
        extent.present = std::min<uint64_t>(extent.declared, size - start);
    }
    return extent;
}

/// The beginning of the ID3v1 and APE tags, or the end of the file: "TAG" 128 bytes before the end, and before that a
/// footer of 32 bytes with the length of an APE tag.
uint64_t tailTags(DescriptorStream &stream, uint64_t start) {
    uint64_t end = stream.size();
    unsigned char bytes[32];
    if (end - start >= 128 && stream.read(end - 128, bytes, 3) == 3 && std::memcmp(bytes, "TAG", 3) == 0) end -= 128;
    if (end - start < 32 || stream.read(end - 32, bytes, 32) < 32 || std::memcmp(bytes, "APETAGEX", 8) != 0) return end;
    // The length includes items and footer; a flag says whether there is a header too.
    uint64_t length = uint64_t(bytes[12]) | uint64_t(bytes[13]) << 8 | uint64_t(bytes[14]) << 16
        | uint64_t(bytes[15]) << 24;
    if (bytes[23] & 0x80) length += 32;
    return length <= end - start ? end - length : end;
}

/// Reads the facts of raw AAC, and hides its frames from TagLib.
void readFrames(DescriptorStream &stream, uint64_t start, tagshim_audio &audio) {
    uint64_t end = tailTags(stream, start);
    Adts adts = readAdts(stream, start, end);
    audio.duration_ms = static_cast<int64_t>(adts.milliseconds);
    audio.sample_rate = adts.sampleRate;
    audio.channels = adts.channels;
    if (adts.milliseconds > 0) audio.bitrate = static_cast<int>(adts.bytes * 8 / adts.milliseconds);
    stream.hide(start, end);
}

int read(DescriptorStream &stream, void *context, tagshim_value value, tagshim_picture picture, tagshim_audio &audio) {
    uint64_t start = 0;
    Format format = formatOf(stream, start);
    if (format == Format::unknown) return TAGSHIM_UNSUPPORTED;
    if (format == Format::onlyTags) return TAGSHIM_NO_AUDIO;
    if (format == Format::cutTags) return TAGSHIM_TRUNCATED;

    if (format == Format::adts) readFrames(stream, start, audio);
    std::unique_ptr<File> file = parse(stream, format);
    Extent extent = isOgg(format) ? Extent() : extentOf(stream, format, start);
    if (!file || !file->isValid()) {
        if (isOgg(format)) extent = oggHead(stream, format, start);
        return extent.isCut() ? TAGSHIM_TRUNCATED : TAGSHIM_CORRUPT;
    }
    bool known = describe(*file, format, audio);
    if (auto *properties = file->audioProperties()) {
        audio.duration_ms = properties->lengthInMilliseconds();
        audio.bitrate = properties->bitrate();
        audio.sample_rate = properties->sampleRate();
        audio.channels = properties->channels();
    }
    if (format == Format::oggOpus) audio.output_gain = opusOutputGain(stream, start);
    if (format == Format::mpeg) extent = countedBytes(*file, start, stream.size());
    if (extent.isTruncated()) return TAGSHIM_TRUNCATED;
    if (isOgg(format)) {
        if (oggEndsWithinPage(stream, start)) return TAGSHIM_TRUNCATED;
        if (audio.duration_ms <= 0) extent = oggHead(stream, format, start);
    }
    // The length was left open, or runs a little past the end.
    if (extent.milliseconds > 0 && audio.duration_ms <= 0) audio.duration_ms = extent.milliseconds;
    if (audio.sample_rate <= 0 || audio.channels <= 0 || audio.duration_ms <= 0) {
        if (extent.isCut()) return TAGSHIM_TRUNCATED;
        if (!known) return TAGSHIM_UNSUPPORTED;
        if (audio.sample_rate > 0 && audio.channels > 0 && extent.isFragmented) return TAGSHIM_NO_LENGTH;
        return audio.sample_rate <= 0 && format != Format::mp4 && format != Format::asf
            ? TAGSHIM_CORRUPT : TAGSHIM_NO_AUDIO;
    }
    if (!known) return TAGSHIM_UNSUPPORTED;
    // More than a month of sound, or more channels than any format has, is invalid.
    if (audio.duration_ms > 31ll * 86400 * 1000 || audio.channels > 255 || audio.sample_rate > 50'000'000)
        return TAGSHIM_CORRUPT;
    if (audio.bitrate <= 0) audio.bitrate = static_cast<int>(stream.size() * 8 / uint64_t(audio.duration_ms));
    if (value) eachValue(*file, context, value);
    if (picture) eachPicture(*file, context, picture);
    return TAGSHIM_OK;
}

}  // namespace

extern "C" int tagshim_read(
    int descriptor, uint64_t size, void *context, tagshim_value value, tagshim_picture picture, tagshim_audio *audio) {
    *audio = tagshim_audio{"", "", 0, 0, 0, 0, 0, 0};
    if (size > uint64_t(INT64_MAX)) return TAGSHIM_TOO_LARGE;
    try {
        DescriptorStream stream(descriptor, size);
        return read(stream, context, value, picture, *audio);
    } catch (const DescriptorStream::TooMuch &) {
        return TAGSHIM_TOO_LARGE;
    } catch (const DescriptorStream::Failure &) {
        return TAGSHIM_UNREADABLE;
    } catch (const std::bad_alloc &) {
        return TAGSHIM_TOO_LARGE;
    } catch (...) {
        return TAGSHIM_CORRUPT;
    }
}
