#pragma once
#include "capturer/render/picture.h"
#include "capturer/render/unifont.h"

namespace franz::capturer {
// One picture of everything the model may see, in sections: the font, every ink, mark and overlay,
// and crowded turns. `cells`: glyphs that our font lacks.
Picture contact_sheet(const CellFont& cells = unifont());
}  // namespace franz::capturer
