#pragma once
#include "capturer/render/picture.h"
#include "capturer/render/unifont.h"

namespace franz::capturer {
// One picture of all that the model may get to see, in sections: the font, every ink, mark and
// overlay, and what crowded turns look like. `cells`: for what our own font does not have.
Picture contact_sheet(const CellFont& cells = unifont());
}  // namespace franz::capturer
