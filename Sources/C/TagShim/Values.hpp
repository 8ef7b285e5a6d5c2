#pragma once

#include "tagshim.h"

namespace TagLib {
class File;
}

/// Passes every property on, as `tagshim_read` promises: those that TagLib maps, and by their own names those that it
/// does not.
void eachValue(TagLib::File &file, void *context, tagshim_value value);
