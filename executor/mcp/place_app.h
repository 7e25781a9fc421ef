#pragma once
// The screen that the server acts on: an X11 screen or that of Windows, a private display, or a
// screen behind a bridge.
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>
#include "common/base/result.h"
#include "common/base/secrets.h"
#include "common/desktop/display_choice.h"
#include "common/desktop/private_display_app.h"
#include "common/desktop/screen_facts.h"
#include "common/wire/control_messages.h"
#include "common/wire/executor_messages.h"
#include "common/wire/window_messages.h"
#include "executor/mcp/client_session_app.h"
#include "executor/mcp/options_app.h"
#include "executor/mcp/screen_connection_app.h"

namespace franz::mcp {
struct Place {
  const ScreenFacts* facts = nullptr;            // never null after open_place()
  std::unique_ptr<PrivateDisplay> own;           // null: another screen
  std::unique_ptr<ScreenConnection> connection;  // null: the screen needs no bridge
  std::string address;                           // of the screen behind the bridge; empty: none
  Secrets secrets;                               // its password
  DesktopOptions desktop;  // `display` is empty for a screen behind a bridge: see display()
  std::string trouble;     // why there is no screen, and what to do about it; empty: there may be
  std::int64_t started_ms = 0;  // of a private display

  // The display's name for our programs; empty: there is no connection yet.
  std::string display() const { return connection ? connection->display() : desktop.display; }
};

struct PlacePorts {
  std::function<void(const std::string& text)> say;  // for people; also called on other threads
  // What the person at a screen behind a bridge does to stop input or to allow it again; on another
  // thread.
  std::function<void(const ControlCommand& command)> command;
};

// What the screen that the options name can do, which is known without a connection to it.
const ScreenFacts& facts_of_place(const Options& options, const DisplayFacts& displays);

// Starts a private display; begins to connect to a screen behind a bridge, and does not wait for
// it. Failure: the reason, with the next step.
Result<Place> open_place(const Options& options, const DisplayFacts& displays,
                         const PlacePorts& ports);

// The windows of the place. Waits for the connection to the screen while the session's call lives,
// which gets progress, and for the first window of a program that was just started. `seen`: a
// window was there before. Failure: the reason, for the client.
Result<std::vector<ListedWindow>> windows_of(const Place& place, const Options& options,
                                             ClientSession& session, bool& seen);
}  // namespace franz::mcp
