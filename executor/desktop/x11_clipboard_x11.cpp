#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>
#include "common/os/child_process.h"
#include "common/os/clock.h"
#include "common/os/free_program.h"
#include "common/os/paths.h"
#include "common/os/secret_variables.h"
#include "executor/desktop/clipboard.h"
#include "executor/desktop/screen_commands.h"
#include "executor/desktop/x11_parts.h"
#include "executor/desktop/x11_selection.h"

// Last: it defines common words as macros.
#include "executor/desktop/xlib_x11.h"

namespace franz::executor {
namespace {
constexpr int kWatchersPause = 60;    // milliseconds: clipboard monitors ask within this time
constexpr int kPasteWait = 3000;      // milliseconds, restarted for each piece that is read
constexpr int kLongestPaste = 20000;  // milliseconds: limit of the whole paste
constexpr int kMoreRequests = 120;    // milliseconds: some programs ask several times
constexpr int kKeeperWait = 3000, kKeeperLook = 5;  // milliseconds

class X11Clipboard : public Clipboard {
 public:
  X11Clipboard(std::unique_ptr<X11Connection> x11, std::string executor)
      : x11_(std::move(x11)),
        executor_(std::move(executor)),
        window_(XCreateSimpleWindow(x11_->get(), x11_->root(), -1, -1, 1, 1, 0, 0, 0)),
        offered_(*x11_, window_) {
    XSelectInput(x11_->get(), window_, PropertyChangeMask);
  }

  Result<PasteReport> paste(std::string_view text, bool selection_too,
                            const std::function<Status()>& press) override {
    const Atom clipboard = x11_->atom("CLIPBOARD");
    const ReadSelection before = read_selection(*x11_, window_, clipboard, offered_.server_time());
    offered_.set_text(std::string(text));
    offered_.forget_who_asked();
    if (!offered_.own(clipboard) || (selection_too && !offered_.own(XA_PRIMARY)))
      return Error{"another program does not let go of the clipboard"};
    serve(kWatchersPause, [] { return false; });
    const std::set<unsigned long> watchers = offered_.asked();
    offered_.forget_who_asked();

    PasteReport report;
    const Status pressed = press();
    if (pressed.ok()) {
      const unsigned long manager = manager_window();
      serve(kPasteWait, [&] {
        report.taken = std::ranges::any_of(offered_.served(), [&](unsigned long client) {
          return !watchers.contains(client) &&
                 (manager == None || client != x11_->client_of(manager));
        });
        return report.taken && !offered_.is_handing_over();
      });
      if (report.taken) serve(kMoreRequests, [] { return false; });
    }
    report.note = give_back(before);
    offered_.disown();
    if (const Status alive = x11_->sync(); !alive.ok()) return alive.error();
    if (!pressed.ok()) return pressed.error();
    return report;
  }

 private:
  // Answers requests until `is_done`, or until none came for this long; some programs never get
  // done.
  template <typename IsDone>
  void serve(int quiet_ms, const IsDone& is_done) {
    auto end = steady_time_ms() + quiet_ms;
    const auto last = steady_time_ms() + kLongestPaste;
    while (!is_done() && x11_->wait_for_event(static_cast<int>(end - steady_time_ms()))) {
      XEvent event{};
      XNextEvent(x11_->get(), &event);
      offered_.handle(event);
      if (offered_.is_handing_over()) end = std::min(steady_time_ms() + quiet_ms, last);
    }
  }

  unsigned long manager_window() {
    return XGetSelectionOwner(x11_->get(), x11_->atom("CLIPBOARD_MANAGER"));
  }

  // Starts a process of ours that keeps the earlier contents: a selection's owner must keep
  // running, and this process may end. Returns what is lost; empty: nothing, or there were no
  // contents.
  std::string give_back(const ReadSelection& before) {
    const std::string lost = "what was in the clipboard before is lost";
    if (!before.owned) return {};
    if (before.values.empty()) return lost + ": it could not be read";
    const Atom clipboard = x11_->atom("CLIPBOARD");
    if (XGetSelectionOwner(x11_->get(), clipboard) != window_) return {};  // newer contents
    ChildCommand keeper{
        executor_, {"--keep-clipboard", DisplayString(x11_->get())}, {}, "/", key_variables("")};
    const Status started = start_free_reader(keeper, packed_selection(before.values));
    if (!started.ok()) return lost + ": " + started.error().message;
    const auto until = steady_time_ms() + kKeeperWait;
    while (XGetSelectionOwner(x11_->get(), clipboard) == window_ && !x11_->is_lost()) {
      if (steady_time_ms() >= until)
        return lost + ": the process that was to keep it did not start";
      std::this_thread::sleep_for(std::chrono::milliseconds(kKeeperLook));
    }
    return before.all ? "" : "a part of what was in the clipboard before is lost";
  }

  std::unique_ptr<X11Connection> x11_;
  std::string executor_;
  Window window_;
  OfferedSelection offered_;
};
}  // namespace

Result<std::unique_ptr<Clipboard>> open_x11_clipboard(const std::string& display,
                                                      const std::string& executor) {
  auto x11 = X11Connection::open(display);
  if (!x11.ok()) return x11.error();
  return std::unique_ptr<Clipboard>(std::make_unique<X11Clipboard>(
      std::move(x11).value(), executor.empty() ? sibling_program("executor") : executor));
}

Status keep_clipboard(const std::string& display, std::string_view contents) {
  auto values = unpacked_selection(contents);
  if (!values.ok()) return values.error();
  const auto opened = X11Connection::open(display);
  if (!opened.ok()) return opened.error();
  X11Connection& x11 = *opened.value();
  const Window window = XCreateSimpleWindow(x11.get(), x11.root(), -1, -1, 1, 1, 0, 0, 0);
  XSelectInput(x11.get(), window, PropertyChangeMask);
  OfferedSelection offered(x11, window);
  offered.set(std::move(values).value());
  if (!offered.own(x11.atom("CLIPBOARD")))
    return Error{"another program does not let go of the clipboard"};
  constexpr int kLong = 60'000;  // milliseconds; losing the display ends the wait immediately
  bool replaced = false;
  while (!x11.is_lost() && !(replaced && !offered.is_handing_over())) {
    if (!x11.wait_for_event(kLong)) {
      if (replaced) break;  // an unfinished reader gives up
      continue;
    }
    XEvent event{};
    XNextEvent(x11.get(), &event);
    replaced = replaced || event.type == SelectionClear;
    offered.handle(event);
  }
  return Done{};
}
}  // namespace franz::executor
