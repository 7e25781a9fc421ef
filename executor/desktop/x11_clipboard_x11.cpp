#include <algorithm>
#include <utility>
#include "common/os/clock.h"
#include "executor/desktop/system_hands.h"
#include "executor/desktop/x11_selection.h"

// Last: it defines common words as macros.
#include "executor/desktop/xlib_x11.h"

namespace franz::executor {
namespace {
constexpr int kWatchersPause = 60;    // milliseconds: who watches the clipboard asks at once
constexpr int kPasteWait = 3000;      // milliseconds, and again for each piece that is taken
constexpr int kLongestPaste = 20000;  // milliseconds, whatever is asked for
constexpr int kMoreRequests = 120;    // milliseconds: some ask several times
constexpr int kSaveWait = 2000;       // milliseconds

class X11Clipboard : public Clipboard {
 public:
  explicit X11Clipboard(std::unique_ptr<X11Connection> x11)
      : x11_(std::move(x11)),
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
  // Answers requests until `is_done`, or until none came for so long; some program may never be
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

  // Has what was there before kept by a clipboard manager. Returns why it could not be; empty: it
  // could, or nothing was there.
  // Source: freedesktop.org, "ClipboardManager" 0.1: SAVE_TARGETS.
  std::string give_back(const ReadSelection& before) {
    const std::string lost = "what was in the clipboard before is lost: ";
    if (!before.owned) return {};
    if (!before.text) return lost + "it was no text";
    if (manager_window() == None) return lost + "no clipboard manager is running";
    Display* display = x11_->get();
    const Atom manager = x11_->atom("CLIPBOARD_MANAGER"), save = x11_->atom("SAVE_TARGETS");
    offered_.set_text(*before.text);
    offered_.disown();
    if (!offered_.own(x11_->atom("CLIPBOARD"))) return {};  // somebody has put something new there
    const Atom targets = x11_->atom("_FRANZ_TARGETS");
    const unsigned long kept = x11_->atom("UTF8_STRING");
    XChangeProperty(display, window_, targets, XA_ATOM, 32, PropModeReplace,
                    reinterpret_cast<const unsigned char*>(&kept), 1);
    XConvertSelection(display, manager, save, targets, window_, offered_.server_time());
    const auto end = steady_time_ms() + kSaveWait;
    while (x11_->wait_for_event(static_cast<int>(end - steady_time_ms()))) {
      XEvent event{};
      XNextEvent(display, &event);
      offered_.handle(event);
      if (event.type == SelectionNotify && event.xselection.selection == manager)
        return event.xselection.property == None ? lost + "the clipboard manager did not keep it"
                                                 : "";
    }
    return lost + "the clipboard manager did not answer";
  }

  std::unique_ptr<X11Connection> x11_;
  Window window_;
  OfferedText offered_;
};
}  // namespace

Result<std::unique_ptr<Clipboard>> open_clipboard(const std::string& display) {
  auto x11 = X11Connection::open(display);
  if (!x11.ok()) return x11.error();
  return std::unique_ptr<Clipboard>(std::make_unique<X11Clipboard>(std::move(x11).value()));
}
}  // namespace franz::executor
