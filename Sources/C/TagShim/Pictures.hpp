#pragma once

#include "tagshim.h"

namespace TagLib {
class File;
}

/// Passes every embedded picture of a parsed file on, as `tagshim_read` promises.
void eachPicture(TagLib::File &file, void *context, tagshim_picture picture);
