#pragma once
// Xlib and the extensions that read and send input, included after all other headers: they define
// common words as macros. They are included together because they use each other's macros; those
// that clash with our names are undefined afterwards.
#include <X11/XKBlib.h>
#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <X11/Xproto.h>
#include <X11/Xutil.h>
#include <X11/extensions/XInput2.h>
#include <X11/extensions/XKBproto.h>
#include <X11/extensions/XTest.h>
#include <X11/extensions/record.h>

#undef Status
