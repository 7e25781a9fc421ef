#pragma once
// What X11's selections offer, in as many types as there are, and the reading of what another
// program offers.
// Source: ICCCM 2 "Peer-to-Peer Communication by Means of Selections".
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
#include "common/desktop/x11_connection.h"

union _XEvent;  // NOLINT(bugprone-reserved-identifier): Xlib's own name

namespace franz::executor {
// One type that a selection is offered in; the numbers are the server's, the same for all programs.
struct SelectionValue {
  unsigned long target = 0, type = 0;
  std::string bytes;  // units of 8 bits
  friend bool operator==(const SelectionValue&, const SelectionValue&) = default;
};

// Serves a text, or what was read of another program, to programs that ask. All functions on one
// thread; events are handed in.
class OfferedSelection {
 public:
  // `window` is ours.
  OfferedSelection(X11Connection& x11, unsigned long window) : x11_(&x11), window_(window) {}

  void set_text(const std::string& text);
  void set(std::vector<SelectionValue> values) { values_ = std::move(values); }
  // False: another program would not let go of it.
  bool own(unsigned long selection);
  void disown();

  // Answers a request, or goes on with a text that is handed over in pieces.
  void handle(const _XEvent& event);

  // Clients, by the range of their windows' numbers, that have asked for a value so far.
  const std::set<unsigned long>& asked() const { return asked_; }
  // Those that have all of one.
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
  std::vector<unsigned long> targets();
  void go_on(const _XEvent& deleted);

  X11Connection* x11_;
  unsigned long window_;
  std::vector<SelectionValue> values_;
  std::vector<unsigned long> owned_;
  unsigned long owned_since_ = 0;
  std::set<unsigned long> asked_, served_;
  std::map<std::pair<unsigned long, unsigned long>, Transfer> transfers_;  // by window and property
};

struct ReadSelection {
  bool owned = false;  // somebody offers something
  bool all = true;     // nothing was too large, came too late or is of a form that cannot be kept
  std::vector<SelectionValue> values;
};

// What another program offers, in all its types: 48 MiB at most, within 3 s. `window` is ours.
ReadSelection read_selection(X11Connection& x11, unsigned long window, unsigned long selection,
                             unsigned long time);

// The values as one text for another process of ours, and what such a text holds. Failure: it is
// none.
std::string packed_selection(const std::vector<SelectionValue>& values);
Result<std::vector<SelectionValue>> unpacked_selection(std::string_view packed);
}  // namespace franz::executor
