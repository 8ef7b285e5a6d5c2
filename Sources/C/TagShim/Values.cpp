#include "Values.hpp"

#include <aifffile.h>
#include <apetag.h>
#include <asffile.h>
#include <asftag.h>
#include <id3v1tag.h>
#include <id3v2tag.h>
#include <mp4file.h>
#include <mp4tag.h>
#include <mpegfile.h>
#include <string>
#include <textidentificationframe.h>
#include <tpropertymap.h>
#include <wavfile.h>

using namespace TagLib;

namespace {

/// Passes the values on and counts them.
struct Sink {
    void *context;
    tagshim_value value;
    int left = 4096;
    size_t bytesLeft = 8u << 20;

    void put(const std::string &key, const String &text) {
        if (left == 0 || key.size() > 256) return;
        // Twice the length that is stored: the rest would be cut later anyway, and is not converted.
        const std::string bytes = (text.size() > (128u << 10) ? text.substr(0, 128u << 10) : text).to8Bit(true);
        if (bytes.size() > bytesLeft) return;
        bytesLeft -= bytes.size();
        left--;
        value(context, key.data(), key.size(), bytes.data(), bytes.size());
    }

    void put(const std::string &key, const char *text) { put(key, String(text)); }

    void put(const String &key, const StringList &texts) {
        const std::string name = key.to8Bit(true);
        for (const String &text : texts) put(name, text);
    }

    void put(const PropertyMap &properties) {
        for (const auto &entry : properties) put(entry.first, entry.second);
    }
};

bool anyStartsWith(const StringList &names, const char *prefix) {
    for (const String &name : names)
        if (name.startsWith(prefix)) return true;
    return false;
}

/// Passes items like "----:com.apple.iTunes:LABEL" on: properties under names of their own.
void freeForms(const MP4::Tag &tag, const StringList &unmapped, Sink &sink) {
    for (const String &key : unmapped) {
        if (!key.startsWith("----:")) continue;
        int colon = key.rfind(":");
        if (colon < 5) continue;
        sink.put(key.substr(static_cast<unsigned int>(colon) + 1).upper(), tag.item(key).toStringList());
    }
}

/// "rtng": 1 or 4 is explicit, 2 clean, 0 neither.
void advisory(const MP4::Tag &tag, Sink &sink) {
    if (!tag.contains("rtng")) return;
    const int rating = tag.item("rtng").toByte();
    if (rating == 1 || rating == 4) sink.put("ITUNESADVISORY", "1");
    if (rating == 2) sink.put("ITUNESADVISORY", "2");
}

void attributes(const ASF::Tag &tag, const StringList &unmapped, Sink &sink) {
    const ASF::AttributeListMap &map = const_cast<ASF::Tag &>(tag).attributeListMap();
    for (const String &key : unmapped) {
        if (!map.contains(key) || key == "WM/Picture") continue;
        const std::string name = (key.startsWith("WM/") ? key.substr(3) : key).upper().to8Bit(true);
        for (const ASF::Attribute &attribute : map[key]) sink.put(name, attribute.toString());
    }
}

/// Passes pairs of a function and a name on. TagLib 1.13 accepts the whole list or nothing: nothing when a function is
/// spelled in lower case, as by Picard, or is an instrument, for which ID3v2.3 has no other place.
void involvedPeople(const ID3v2::Tag &tag, Sink &sink) {
    for (const ID3v2::Frame *frame : tag.frameList("TIPL")) {
        const auto *text = dynamic_cast<const ID3v2::TextIdentificationFrame *>(frame);
        if (!text) continue;
        const StringList fields = text->fieldList();
        for (auto it = fields.begin(); it != fields.end(); ++it) {
            const String function = it->upper();
            if (++it == fields.end()) break;
            if (function == "DJ-MIX") sink.put("DJMIXER", *it);
            else if (function == "MIX") sink.put("MIXER", *it);
            else if (function == "ARRANGER" || function == "ENGINEER" || function == "PRODUCER")
                sink.put(function.to8Bit(true), *it);
            else sink.put("PERFORMER:" + function.to8Bit(true), *it);
        }
    }
}

/// Passes the content of frames on as base64: a PropertyMap omits the languages and times of lyrics.
void contents(const ID3v2::Tag &tag, const char *kind, Sink &sink) {
    for (const ID3v2::Frame *frame : tag.frameList(kind)) {
        const ByteVector bytes = frame->render();
        const unsigned int header = 10;
        // As long as a text may be that is stored.
        if (bytes.size() > header) sink.put(kind + std::string("FRAME"), String(bytes.mid(header, 48u << 10).toBase64()));
    }
}

/// Passes the title of the disc on. TagLib 1.13 has no name for it; 2.0 has.
void discTitle(const ID3v2::Tag &tag, Sink &sink) {
    for (const ID3v2::Frame *frame : tag.frameList("TSST"))
        if (const auto *text = dynamic_cast<const ID3v2::TextIdentificationFrame *>(frame))
            sink.put(String("DISCSUBTITLE"), text->fieldList());
}

/// Passes texts on whose description a PropertyMap does not accept as a name.
void describedTexts(const ID3v2::Tag *tag, const PropertyMap &properties, Sink &sink) {
    if (!tag) return;
    const StringList &unmapped = properties.unsupportedData();
    contents(*tag, "USLT", sink);
    contents(*tag, "SYLT", sink);
    if (anyStartsWith(unmapped, "TIPL")) involvedPeople(*tag, sink);
    // ID3v2's content group is used for works too, and TagLib reads it as a work.
    for (const ID3v2::Frame *frame : tag->frameList("TIT1")) sink.put("CONTENTGROUP", frame->toString());
    if (!properties.contains("DISCSUBTITLE")) discTitle(*tag, sink);
    if (anyStartsWith(unmapped, "COMM"))
        for (const ID3v2::Frame *frame : tag->frameList("COMM")) sink.put("COMMENT:OTHER", frame->toString());
}

ID3v2::Tag *id3Tag(File &file) {
    if (auto *mpeg = dynamic_cast<MPEG::File *>(&file)) return mpeg->hasID3v2Tag() ? mpeg->ID3v2Tag() : nullptr;
    if (auto *wav = dynamic_cast<RIFF::WAV::File *>(&file)) return wav->hasID3v2Tag() ? wav->ID3v2Tag() : nullptr;
    if (auto *aiff = dynamic_cast<RIFF::AIFF::File *>(&file)) return aiff->hasID3v2Tag() ? aiff->tag() : nullptr;
    return nullptr;
}

/// Whether there is a value under this name, with or without a description.
bool isNamed(const PropertyMap &properties, const String &key) {
    if (properties.contains(key)) return true;
    for (const auto &entry : properties)
        if (entry.first.startsWith(key + ":")) return true;
    return false;
}

void addMissing(const PropertyMap &others, PropertyMap &properties) {
    PropertyMap missing;
    for (const auto &entry : others)
        if (!isNamed(properties, entry.first)) missing.insert(entry.first, entry.second);
    properties.merge(missing);
}

/// Adds the values of an MP3's other tags. It may have ID3v2, APE and ID3v1 tags, and TagLib returns only the first
/// that is not empty. But programs that compute gains write them into an APE tag beside the ID3v2 tag, and an ID3v2
/// tag may contain only the encoder's name.
PropertyMap propertiesOf(File &file) {
    PropertyMap properties = file.properties();
    if (auto *mpeg = dynamic_cast<MPEG::File *>(&file)) {
        if (mpeg->hasAPETag()) addMissing(mpeg->APETag()->properties(), properties);
        if (mpeg->hasID3v1Tag()) addMissing(mpeg->ID3v1Tag()->properties(), properties);
    }
    return properties;
}

}  // namespace

void eachValue(File &file, void *context, tagshim_value value) {
    Sink sink{context, value};
    const PropertyMap properties = propertiesOf(file);
    sink.put(properties);
    if (auto *mp4 = dynamic_cast<MP4::File *>(&file)) {
        if (!mp4->tag()) return;
        freeForms(*mp4->tag(), properties.unsupportedData(), sink);
        advisory(*mp4->tag(), sink);
    } else if (auto *asf = dynamic_cast<ASF::File *>(&file)) {
        if (asf->tag()) attributes(*asf->tag(), properties.unsupportedData(), sink);
    } else {
        describedTexts(id3Tag(file), properties, sink);
    }
}
