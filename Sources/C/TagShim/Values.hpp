#pragma once

#include "tagshim.h"

namespace TagLib {
class File;
}

/// Passes every property on, within the bounds of `tagshim_read`: those that TagLib maps, and the others by their own
/// names.
void eachValue(TagLib::File &file, void *context, tagshim_value value);
