#pragma once
// Shared by the pictures of a real screen and of one of its windows.
#include <chrono>
#include <memory>
#include <string>
#include <vector>
#include "capturer/action.h"
#include "common/base/result.h"
#include "common/desktop/screen_facts.h"
#include "common/desktop/screen_view.h"
#include "common/wire/capturer_messages.h"

namespace franz::capturer {
struct ShownScreen {
  ScreenPixels pixels;
  bool empty = false;  // it has one colour, and there is no window
  bool late = false;   // it was black at first, because a window was not painted yet
};

// The time within which a new window must be painted.
inline constexpr std::chrono::milliseconds kPaintingMayTake{2000};

// The pixels of `area`. If they are black although windows are there, tries again until they are
// not or `patience` is over. Failure: the display; or the pixels stay black, so the screen belongs
// to another session, is locked, or is Wayland's.
Result<ShownScreen> grab_shown(ScreenView& view, const Screen& area,
                               std::chrono::milliseconds patience = kPaintingMayTake);

// For a screen of one colour without windows, as far as they are known there.
Warning empty_warning(const ScreenFacts& screen);

// For a window that excludes itself from pictures. `title`: set by its program.
Warning withheld_warning(const std::string& title);

// What a process keeps for somebody who looks at a screen again and again
// (CaptureRequest::known_sha256): connecting and hashing take most of the time.
struct KeptScreen {
  std::string display;               // that `view` is of
  std::unique_ptr<ScreenView> view;  // null: none is open
  ScreenPixels pixels;               // with the pointer, of the last picture
  Size picture;                      // its size
  std::string sha256;                // its digest; empty: none yet
};

// The reply of one turn: the pixels with the pointer, scaled to the picture's size, with the turn's
// marks. All actions count as applied, because the executor has reported them. `pointer` null: not
// drawn; a failure becomes a warning. `kept` null: nothing is kept.
CaptureReply finish_screen_picture(const CaptureRequest& request, std::vector<Action> actions,
                                   ScreenPixels pixels, const Result<PointerImage>* pointer,
                                   std::vector<Warning> warnings, KeptScreen* kept = nullptr);
}  // namespace franz::capturer
