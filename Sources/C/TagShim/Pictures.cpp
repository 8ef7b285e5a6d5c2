#include "Pictures.hpp"

#include <aifffile.h>
#include <apefile.h>
#include <apetag.h>
#include <asffile.h>
#include <asfpicture.h>
#include <asftag.h>
#include <attachedpictureframe.h>
#include <flacfile.h>
#include <id3v2tag.h>
#include <mp4coverart.h>
#include <mp4file.h>
#include <mp4tag.h>
#include <mpegfile.h>
#include <wavfile.h>
#include <wavpackfile.h>
#include <xiphcomment.h>

using namespace TagLib;

namespace {

/// Passes the pictures on and counts them.
struct Sink {
    void *context;
    tagshim_picture picture;
    int left = 64;

    void put(int type, const ByteVector &bytes) {
        if (bytes.isEmpty() || bytes.size() > (20u << 20) || left == 0) return;
        left--;
        picture(context, type, reinterpret_cast<const unsigned char *>(bytes.data()), bytes.size());
    }

    void flac(const List<FLAC::Picture *> &pictures) {
        for (const FLAC::Picture *one : pictures) put(one->type(), one->data());
    }

    void id3(const ID3v2::Tag *tag) {
        if (!tag) return;
        for (const ID3v2::Frame *frame : tag->frameList("APIC"))
            if (auto *one = dynamic_cast<const ID3v2::AttachedPictureFrame *>(frame)) put(one->type(), one->picture());
    }

    /// The value of such an item is a file name, NUL, and the picture.
    /// https://wiki.hydrogenaud.io/index.php?title=APEv2
    void ape(const APE::Tag *tag) {
        if (!tag) return;
        for (const auto &entry : tag->itemListMap()) {
            String name = entry.first.upper();
            if (!name.startsWith("COVER ART") || entry.second.type() != APE::Item::Binary) continue;
            const ByteVector bytes = entry.second.binaryData();
            int end = bytes.find('\0');
            if (end >= 0) put(name == "COVER ART (FRONT)" ? 3 : 0, bytes.mid(static_cast<unsigned int>(end) + 1));
        }
    }
};

}  // namespace

void eachPicture(File &file, void *context, tagshim_picture picture) {
    Sink sink{context, picture};
    if (auto *mpeg = dynamic_cast<MPEG::File *>(&file)) {
        if (mpeg->hasID3v2Tag()) sink.id3(mpeg->ID3v2Tag());
        if (mpeg->hasAPETag()) sink.ape(mpeg->APETag());
    } else if (auto *flac = dynamic_cast<FLAC::File *>(&file)) {
        sink.flac(flac->pictureList());
        if (flac->hasXiphComment()) sink.flac(flac->xiphComment()->pictureList());
        if (flac->hasID3v2Tag()) sink.id3(flac->ID3v2Tag());
    } else if (auto *mp4 = dynamic_cast<MP4::File *>(&file)) {
        // By convention the first one is the front cover; the format has no types.
        if (mp4->tag() && mp4->tag()->contains("covr"))
            for (const MP4::CoverArt &cover : mp4->tag()->item("covr").toCoverArtList()) sink.put(-1, cover.data());
    } else if (auto *wav = dynamic_cast<RIFF::WAV::File *>(&file)) {
        if (wav->hasID3v2Tag()) sink.id3(wav->ID3v2Tag());
    } else if (auto *aiff = dynamic_cast<RIFF::AIFF::File *>(&file)) {
        if (aiff->hasID3v2Tag()) sink.id3(aiff->tag());
    } else if (auto *asf = dynamic_cast<ASF::File *>(&file)) {
        if (!asf->tag()) return;
        for (const ASF::Attribute &attribute : asf->tag()->attribute("WM/Picture")) {
            const ASF::Picture one = attribute.toPicture();
            if (one.isValid()) sink.put(one.type(), one.picture());
        }
    } else if (auto *ape = dynamic_cast<APE::File *>(&file)) {
        if (ape->hasAPETag()) sink.ape(ape->APETag());
    } else if (auto *wavpack = dynamic_cast<WavPack::File *>(&file)) {
        if (wavpack->hasAPETag()) sink.ape(wavpack->APETag());
    } else if (auto *xiph = dynamic_cast<Ogg::XiphComment *>(file.tag())) {
        sink.flac(xiph->pictureList());
    }
}
