#pragma once
// A dialect is a way in which models write actions: a reader from a model's reply to items, and the
// words in which the model is answered. The families of trained models have theirs in folders of
// their own (format.h), FRANZ's own agents in executor/dialect.
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
  const std::optional<Reply>& reply;  // nothing: the model has not spoken yet
  Coordinates coordinates;            // in which it writes places …
  Size seen;                          // … on a picture of this size
  // Where the turn before left it; nothing: nobody knows.
  std::optional<MapPoint> pointer = std::nullopt;
  double min_confidence = 0;  // ExecutorRequest::min_confidence
  // The server ended the reply at its limit: its end is incomplete.
  bool is_cut = false;
  bool asked_back = false;  // ExecutorRequest::asked_back
};

// Bytes that an item keeps of the model's text, and of its reason: what was read may be of any
// length, and one action may come to many items.
inline constexpr std::size_t kMaxWritten = 2000;

// Something that the model wrote to be done.
struct Item {
  std::optional<Call> call;  // in 0..1000, whatever scale the model writes in; nothing: malformed
  std::string written;       // the model's own text of it, UTF-8 or WTF-8
  int line = 0;              // from 1; 0: it has no lines
  std::optional<std::string> id, note;
  bool clamped = false;  // a place that the model wrote lay outside the picture
  // What its answer says besides when it was done, UTF-8: what it asks for, how it was read; empty:
  // nothing.
  std::string answer = {};
  // Why it may not be done before the operator has agreed, whatever the settings say: what a
  // server's safety check says. Nothing: the rules alone decide.
  std::optional<std::string> demand = {};
  // Its answer tells whether anything changed.
  bool asks_for_change = false;
  bool continues = false;  // it belongs to the same action of the model's as the item before it
  std::optional<CallError> error;  // why it is malformed; under OnError::stop the first has it
  // The scale that its place fits in place of the profile's (other_scale.h); empty: its own.
  std::string_view other_scale = {};
};

// Whether its model asks for a picture by it.
inline bool asks_for_picture(const Item& item) {
  return item.call && item.call->tool == ToolId::screenshot;
}

// An error that is on no line; `message` may be any bytes.
CallError error_without_line(std::string kind, const std::string& message);

struct Reading {
  int blocks = 0;                  // places where calls were found; only the first counts
  std::vector<Item> items;         // in the order of the text
  std::optional<CallError> error;  // the text as a whole holds no calls, or not at its cut end
  // All that is wrong, for the model, a line each; for dialects that tell more than the error.
  std::vector<std::string> complaints;
  // What of the reply's form was passed over, codes for records (ExecutorReply::passed_over).
  std::vector<std::string> forms;
  bool cut_off = false;             // the error is in what stands at the cut end of the text
  std::optional<std::string> done;  // the model says that it has finished, with these words
  // Where the items leave the pointer, the source's where none moves it, for dialects in which an
  // action may begin there.
  std::optional<MapPoint> pointer;
};

// The statements as items, their places in 0..1000; the one that failed has the error.
std::vector<Item> items_of(ReadCalls read, const Source& source);

// What became of an item.
struct ItemResult {
  Outcome outcome = Outcome::done;
  std::string why = {};                     // empty: nothing to say
  std::optional<Point> from = {}, to = {};  // pixels of the surface
  bool lacks_place = false;                 // refused: no click has said where the text goes
  // ActionItem::changed.
  std::optional<bool> changed = {};
  bool unchanged() const { return changed && !*changed; }
  // Of a plan: ActionItem::risk and around.
  std::optional<std::string> risk = {}, around = {};
};

// `from` and `to` of a call on what `screen` covers.
void set_places(const Call& call, const Screen& screen, ItemResult& result);

// The rest of what there is to tell about the turn.
struct TurnFacts {
  int turn = 0;
  std::string dump_file;                        // ExecutorRequest has it
  Screen screen;                                // what the picture shows
  bool picture = false;                         // there is one this turn
  std::span<const Warning> warnings;            // the capturer's
  std::optional<ChildFailure> capture_failure;  // there is no picture
  std::string_view surface;                     // to follow "in": "the sandbox"
  std::string tools_help;                       // as from tools_help()
};

// What the model is told.
struct Told {
  std::string feedback;              // valid UTF-8, lines without a newline at the end
  std::vector<Answer> answers;       // to its calls, where it makes any beside its text
  std::optional<CallFailure> error;  // what ended the calls early, for records and limits
  // The reading's `done` does not count: what the model built on was not performed.
  bool done_withdrawn = false;
};

struct Dialect {
  std::string_view name;
  ActionRules rules;
  // Any text of any length. Linear time.
  Reading (*read)(const Source& source, const Toolset& tools);
  // `results`: one for each item of the reading.
  Told (*tell)(const Reading& reading, std::span<const ItemResult> results, const TurnFacts& facts);
};
}  // namespace franz
