#pragma once
// A dialect is a way in which models write actions: a reader from a model's reply to items, and the
// wording of the answers to the model. Each family of trained models has a folder with its dialects
// (format.h); FRANZ's own agents have theirs in executor/dialect.
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>
#include "common/tools/call_grammar.h"
#include "common/tools/tool_registry.h"
#include "common/wire/capturer_messages.h"
#include "common/wire/child_failure.h"
#include "common/wire/executor_messages.h"

namespace franz {
struct Source {
  const std::optional<Reply>& reply;  // nothing: the model has not replied yet
  Coordinates coordinates;            // the scale of its places
  Size seen;                          // the size of the picture that they refer to
  // The pointer's position after the previous turn; nothing: unknown.
  std::optional<MapPoint> pointer = std::nullopt;
  double min_confidence = 0;  // ExecutorRequest::min_confidence
  // The server ended the reply at its limit, so its end is incomplete.
  bool is_cut = false;
  bool asked_back = false;  // ExecutorRequest::asked_back
};

// Bytes that an item keeps of the model's text, and of its reason. The original may have any
// length, and one action may become many items.
inline constexpr std::size_t kMaxWritten = 2000;

// One thing that the model asked for.
struct Item {
  std::optional<Call> call;  // in 0..1000, not the model's scale; nothing: malformed
  std::string written;       // the model's own text of it, UTF-8 or WTF-8
  int line = 0;              // from 1; 0: no lines
  std::optional<std::string> id, note;
  bool clamped = false;  // a place was outside the picture
  // Text for the answer after success, UTF-8: the requested information, or how the item was read;
  // empty: none.
  std::string answer = {};
  // A reason to require the operator's consent whatever the settings say: the message of a server's
  // safety check. Nothing: only the rules decide.
  std::optional<std::string> demand = {};
  // Its answer reports whether anything changed.
  bool asks_for_change = false;
  bool continues = false;          // it belongs to the same model action as the previous item
  std::optional<CallError> error;  // why it is malformed; under OnError::stop the first one
  // The scale that its place fits instead of the profile's (other_scale.h); empty: the profile's.
  std::string_view other_scale = {};
};

// Whether the model asks for a picture with it.
inline bool asks_for_picture(const Item& item) {
  return item.call && item.call->tool == ToolId::screenshot;
}

// An error without a line; `message` may contain any bytes.
CallError error_without_line(std::string kind, const std::string& message);

struct Reading {
  int blocks = 0;                  // places with calls; only the first counts
  std::vector<Item> items;         // in the order of the text
  std::optional<CallError> error;  // no calls in the text, or not at its cut end
  // All faults, for the model, one line each; for dialects that report more than the error.
  std::vector<std::string> complaints;
  // Peculiarities of the reply's form, as codes for records (ExecutorReply::passed_over).
  std::vector<std::string> forms;
  bool cut_off = false;             // the error is at the cut end of the text
  std::optional<std::string> done;  // the model reports in these words that it has finished
  // The pointer's position after the items (the source's if none moves it), for dialects in which
  // an action may begin there.
  std::optional<MapPoint> pointer;
};

// Turns statements into items with places in 0..1000; the failed one has the error.
std::vector<Item> items_of(ReadCalls read, const Source& source);

// The outcome of an item.
struct ItemResult {
  Outcome outcome = Outcome::done;
  std::string why = {};                     // empty: no message
  std::optional<Point> from = {}, to = {};  // pixels of the surface
  bool lacks_place = false;                 // refused: no click has set the position for text
  // ActionItem::changed.
  std::optional<bool> changed = {};
  bool unchanged() const { return changed && !*changed; }
  // For a plan: ActionItem::risk and around.
  std::optional<std::string> risk = {}, around = {};
  // ActionItem::pointer, window and changed_before.
  std::optional<Point> pointer = {};
  std::optional<WindowTarget> window = {};
  std::optional<bool> changed_before = {};
};

// Sets `from` and `to` of a call on the area of `screen`.
void set_places(const Call& call, const Screen& screen, ItemResult& result);

// Everything else to report about the turn.
struct TurnFacts {
  int turn = 0;
  std::string dump_file;                        // as in ExecutorRequest
  Screen screen;                                // the area in the picture
  bool picture = false;                         // this turn has one
  std::span<const Warning> warnings;            // the capturer's
  std::optional<ChildFailure> capture_failure;  // why there is no picture
  std::string_view surface;                     // for use after "in": "the sandbox"
  std::string tools_help;                       // from tools_help()
};

// The answer to the model.
struct TurnReport {
  std::string feedback;              // valid UTF-8, lines without a newline at the end
  std::vector<Answer> answers;       // to its calls, if it makes any besides its text
  std::optional<CallFailure> error;  // what ended the calls early, for records and limits
  // The reading's `done` does not count: actions before it were not performed.
  bool done_withdrawn = false;
};

struct Dialect {
  std::string_view name;
  ActionRules rules;
  // Accepts any text of any length. Linear time.
  Reading (*read)(const Source& source, const Toolset& tools);
  // `results`: one per item of the reading.
  TurnReport (*report)(const Reading& reading, std::span<const ItemResult> results,
                       const TurnFacts& facts);
};
}  // namespace franz
