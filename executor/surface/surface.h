#pragma once
// A surface for the executor: performs a reply's items. A new surface needs one new file and one
// entry in surfaces.cpp; facts for other programs are in common/tools/surface_facts.h.
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

// The results of a turn's items, and the picture after them.
struct SurfaceResult {
  std::vector<ItemResult> results;  // one for each item
  Result<CaptureReply, ChildFailure> capture;
  std::vector<Warning> warnings = {};      // in addition to the capturer's
  std::vector<std::string> degraded = {};  // see ExecutorReply
  bool takeover = false;                   // the person at the screen took over
  double input_ms = 0;                     // time for input and for waiting for its effect
};

struct Surface {
  std::string_view name;
  // Performs the items in order and has exactly one picture taken.
  SurfaceResult (*run)(const Turn& turn, const Ports& ports);
};

// ---- Shared by the surfaces

// The items up to the one that ends the turn before anything is performed, or all items.
std::span<const Item> runnable(const Turn& turn);

// in_any_case: even if ExecutorRequest::picture asks for none.
enum class PictureWanted { when_due, in_any_case };

// Asks for the picture with these calls marked or drawn. A reply that does not account for each
// call is a failure. `numbers`: see CaptureRequest.
Result<CaptureReply, ChildFailure> capture(const Turn& turn, std::vector<Call> actions,
                                           const Ports& ports, std::vector<int> numbers = {},
                                           PictureWanted wanted = PictureWanted::when_due);

// The result of a malformed item.
ItemResult malformed(const Item& item);
}  // namespace franz::executor
