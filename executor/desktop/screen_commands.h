#pragma once
// What the executor does with a screen outside of a turn. `display`: ":99"; empty: the one that the
// environment names. Failure, wherever there is one: the display cannot be reached or used, in
// words that name it.
#include <functional>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"
#include "common/wire/watch_messages.h"
#include "executor/desktop/screen_windows.h"

namespace franz::executor {
// The topmost first.
Result<std::vector<WindowInfo>> list_windows(const std::string& display);

// For a display whose executor has ended somehow: releases every button and key that is down, takes
// characters off spare keys and sets locks again, until two looks in a row find nothing, for the
// display may still have input to work off; what a person holds down on a keyboard or mouse of
// their own stays down. Failure, besides: it is still changing after 3 s.
Status release_display(const std::string& display);

// Tells of the person at a screen: that its pointer was run into the corner (corner_of(); our own
// hands never go there), is there at the start, or that the keys were pressed that stop a run and
// have it go on. `panic_key`: as key_combination() reads it; empty: none; the other one is the same
// with shift. Programs do not get these keys, unless another one has grabbed them before, which is
// told. `release_asked` is asked some 60 times a second; true: every button and key that is down is
// let go of, and again for a moment, since the screen may still work off what was sent before.
// Blocks; returns when the display is lost, or `tell` says that nobody listens: false.
struct WatchPorts {
  std::function<bool(const WatchEvent&)> tell;
  std::function<bool()> release_asked;
};
Status watch_display(const std::string& display, const std::string& panic_key,
                     const WatchPorts& ports);

// Puts `contents`, as the clipboard's own executor packs them, into the clipboard and offers them
// until another program puts something there, or the display is lost. X11 only: elsewhere the
// system keeps them.
Status keep_clipboard(const std::string& display, std::string_view contents);

// From now on, whatever signal ends this process starts `executor --release` for the display before
// it does, and waits for it: termination, Ctrl-C and crashes. SIGKILL tells nobody: who kills an
// executor so runs that itself.
void release_at_end(const std::string& display);
}  // namespace franz::executor
