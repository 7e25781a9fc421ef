#pragma once
// A surface as the executor knows it: how a reply's items are performed there. A new one is one new
// file and one row in surfaces.cpp; what others ask of it is in common/tools/surface_facts.h.
#include <span>
#include <string_view>
#include <vector>
#include "common/formats/dialect.h"
#include "executor/ports.h"

namespace franz::executor {
struct Turn {
  const ExecutorRequest& request;
  const Reading& reading;
  const ActionRules& rules;
};

// What became of a turn's items, and the picture behind them.
struct SurfaceResult {
  std::vector<ItemResult> results;  // one for each item
  Result<CaptureReply, ChildFailure> capture;
  std::vector<Warning> warnings = {};      // besides the capturer's
  std::vector<std::string> degraded = {};  // likewise, as ExecutorReply has it
  bool takeover = false;                   // by the person at the screen
  double input_ms = 0;                     // spent on input and on waiting for its effect
};

struct Surface {
  std::string_view name;
  // Performs the items in order and has the picture taken, once in any case.
  SurfaceResult (*run)(const Turn& turn, const Ports& ports);
};

// ---- What surfaces share

// The items up to the one that ends the turn before anything is performed; all of them if none
// does.
std::span<const Item> runnable(const Turn& turn);

// in_any_case: also where none would be due by ExecutorRequest::picture.
enum class PictureWanted { when_due, in_any_case };

// Asks for the picture with these calls marked or drawn. An answer that does not tell of each of
// them counts as none. `numbers`: as CaptureRequest has them.
Result<CaptureReply, ChildFailure> capture(const Turn& turn, std::vector<Call> actions,
                                           const Ports& ports, std::vector<int> numbers = {},
                                           PictureWanted wanted = PictureWanted::when_due);

// The outcome of an item that is malformed.
ItemResult malformed(const Item& item);
}  // namespace franz::executor
