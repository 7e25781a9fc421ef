#pragma once
// A picture that Xlib keeps in our memory.
#include <memory>

// Xlib's own name.
struct _XImage;  // NOLINT(bugprone-reserved-identifier)

namespace franz {
struct X11ImageDeleter {
  void operator()(_XImage* image) const;  // with its pixels
};
using X11Image = std::unique_ptr<_XImage, X11ImageDeleter>;
}  // namespace franz
