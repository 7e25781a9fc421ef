#pragma once
// Xlib and its extensions, included after all other headers: they define common words as macros.
// They are included together because they use each other's macros; those that clash with our names
// are undefined afterwards.
#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <X11/Xlibint.h>
#include <X11/Xutil.h>
#include <X11/extensions/XShm.h>
#include <X11/extensions/Xcomposite.h>
#include <X11/extensions/Xfixes.h>
#include <X11/extensions/Xrandr.h>
#include <X11/extensions/shape.h>

#undef Status
#undef min
#undef max
