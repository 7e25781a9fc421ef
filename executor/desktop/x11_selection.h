#pragma once
// Offers data as an X11 selection, in several types, and reads the selection of another program.
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
// A selection's value in one type; atoms are the server's, the same for all programs.
struct SelectionValue {
  unsigned long target = 0, type = 0;
  std::string bytes;  // format 8
  friend bool operator==(const SelectionValue&, const SelectionValue&) = default;
};

// Serves a text, or contents read from another program, to programs that request them. Not
// thread-safe; the caller passes in the events.
class OfferedSelection {
 public:
  // `window` belongs to this process.
  OfferedSelection(X11Connection& x11, unsigned long window) : x11_(&x11), window_(window) {}

  void set_text(const std::string& text);
  void set(std::vector<SelectionValue> values) { values_ = std::move(values); }
  // False: another program did not release the selection.
  bool own(unsigned long selection);
  void disown();

  // Answers a request, or continues an incremental transfer.
  void handle(const _XEvent& event);

  // The clients, by the range of their windows' ids, that have requested a value.
  const std::set<unsigned long>& asked() const { return asked_; }
  // The clients that have received a complete value.
  const std::set<unsigned long>& served() const { return served_; }
  void forget_who_asked();
  bool is_handing_over() const { return !transfers_.empty(); }

  // The current server time.
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
  bool owned = false;  // some program owns the selection
  bool all = true;     // no value was too large, too late or of an unsupported form
  std::vector<SelectionValue> values;
};

// What another program offers, in all types: at most 48 MiB, within 3 s. `window` belongs to this
// process.
ReadSelection read_selection(X11Connection& x11, unsigned long window, unsigned long selection,
                             unsigned long time);

// Serialises the values for another executor process, and parses them. Failure: malformed text.
std::string packed_selection(const std::vector<SelectionValue>& values);
Result<std::vector<SelectionValue>> unpacked_selection(std::string_view packed);
}  // namespace franz::executor
