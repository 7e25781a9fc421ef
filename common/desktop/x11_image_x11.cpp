#include "common/desktop/x11_image.h"

// Must be last: it defines common words as macros.
#include "common/desktop/xlib_x11.h"

namespace franz {
void X11ImageDeleter::operator()(_XImage* image) const { XDestroyImage(image); }
}  // namespace franz
