#pragma once
// A text as X11's selections offer it, and the reading of what another program offers.
// Source: ICCCM 2 "Peer-to-Peer Communication by Means of Selections".
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>
#include "common/desktop/x11_connection.h"

union _XEvent;  // NOLINT(bugprone-reserved-identifier): Xlib's own name

namespace franz::executor {
// Serves one text to whoever asks. All functions on one thread; events are handed in.
class OfferedText {
 public:
  // `window` is ours.
  OfferedText(X11Connection& x11, unsigned long window) : x11_(&x11), window_(window) {}

  void set_text(std::string text);
  // False: another program would not let go of it.
  bool own(unsigned long selection);
  void disown();

  // Answers a request, or goes on with a text that is handed over in pieces.
  void handle(const _XEvent& event);

  // Clients, by the range of their windows' numbers, that have asked for the text so far.
  const std::set<unsigned long>& asked() const { return asked_; }
  // Those that have all of it.
  const std::set<unsigned long>& served() const { return served_; }
  void forget_who_asked();
  bool is_handing_over() const { return !transfers_.empty(); }

  // The server's time now.
  unsigned long server_time();

 private:
  struct Transfer {
    std::string data;
    unsigned long type = 0;
    std::size_t sent = 0;
  };

  void answer(const _XEvent& request);
  bool convert(unsigned long requestor, unsigned long target, unsigned long property);
  bool convert_each(unsigned long requestor, unsigned long property);
  std::optional<std::pair<unsigned long, std::string>> text_as(unsigned long target);
  std::vector<unsigned long> targets();
  void go_on(const _XEvent& deleted);

  X11Connection* x11_;
  unsigned long window_;
  std::string text_;
  std::optional<std::string> latin1_;  // the text, where it can be written so
  std::vector<unsigned long> owned_;
  unsigned long owned_since_ = 0;
  std::set<unsigned long> asked_, served_;
  std::map<std::pair<unsigned long, unsigned long>, Transfer> transfers_;  // by window and property
};

struct ReadSelection {
  bool owned = false;               // somebody offers something
  std::optional<std::string> text;  // nothing: it is no text, or did not come in time
};

// What another program offers as text, in UTF-8. `window` is ours.
ReadSelection read_selection(X11Connection& x11, unsigned long window, unsigned long selection,
                             unsigned long time);
}  // namespace franz::executor
