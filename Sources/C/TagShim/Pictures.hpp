#pragma once

#include "tagshim.h"

namespace TagLib {
class File;
}

/// Passes every embedded picture of a parsed file on, within the bounds of `tagshim_read`.
void eachPicture(TagLib::File &file, void *context, tagshim_picture picture);
