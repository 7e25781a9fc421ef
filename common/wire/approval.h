#pragma once
// What the operator is asked to agree to, and what became of it (docs/approval.md).
//   a plan:     {"turn":7,"items":[{"index":0,"number":1,"call":"launch(\"xterm\")"|null,
//                "written":"launch('xterm')","line":1,"note":null|"…","risk":null|"launch",
//                "around":null|"…","why":"…"}],"picture_sha256":null|"…"}
//   an approval: {"plan":{…},"plan_sha256":"…","decision":"approved"|"refused"|"expired",
//                "items":[0],"note":null|"…","time":"2026-01-31T12:00:00Z"}
// `plan_sha256` is of the plan's text as it stands here.
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"
#include "common/wire/executor_messages.h"

namespace franz {
class MessageFields;
class JsonObject;

// An action of a plan, as the operator is shown it.
struct PlannedItem {
  int index = 0;                    // in the executor's items
  std::optional<int> number;        // of its mark in the plan's picture; nothing: it has none
  std::optional<std::string> call;  // canonical, as in the executor's items
  std::string written;
  int line = 0;
  std::optional<std::string> note, risk, around;
  std::string why;  // it is no call, or cannot be performed; else empty
  friend bool operator==(const PlannedItem&, const PlannedItem&) = default;
};

struct ActionPlan {
  int turn = 0;
  std::vector<PlannedItem> items;             // all of the turn, also those that need no consent
  std::optional<std::string> picture_sha256;  // of the PNG with the actions drawn on it
  friend bool operator==(const ActionPlan&, const ActionPlan&) = default;
};

// Whether the operator may have to be asked before the request is performed: it acts on a real
// screen, by a reply.
bool may_need_consent(const ExecutorRequest& request);
// The same turn, planned: nothing is performed, and its picture is for the operator.
ExecutorRequest plan_request(ExecutorRequest request);

// What an executor in `mode: plan` answered. `picture_sha256`: of its picture, if there is one.
ActionPlan action_plan(int turn, const ExecutorReply& planned,
                       std::optional<std::string> picture_sha256);
// The indices of the items that need consent, ascending.
std::vector<int> items_to_approve(const ActionPlan& plan);

std::string to_json(const ActionPlan& plan);
// All but its turn.
void add_plan_members(JsonObject& object, const ActionPlan& plan);
std::string plan_digest(const ActionPlan& plan);
// Failures are remembered in `fields`.
ActionPlan read_action_plan(MessageFields& fields, const std::string& pointer);

enum class Decision {
  approved,  // of the items that are listed
  refused,   // none of them
  expired,   // nobody answered in time
};

struct Approval {
  ActionPlan plan;
  std::string plan_sha256;
  Decision decision = Decision::expired;
  std::vector<int> items;           // what may be done of what needed consent, ascending
  std::optional<std::string> note;  // the operator's, to the model
  std::string time;                 // when it was decided
  friend bool operator==(const Approval&, const Approval&) = default;
};

// What the decision leaves to be done, told to the executor that acts.
void add_decision(Consent& consent, const Approval& approval);

std::string_view decision_name(Decision decision);
std::string to_json(const Approval& approval);
// Failures are remembered in `fields`; a digest that is not the plan's is none.
Approval read_approval(MessageFields& fields, const std::string& pointer);
Result<Approval> parse_approval(std::string_view json);

// A list of items by their places, ascending and each once.
std::vector<int> read_item_indices(MessageFields& fields, const std::string& pointer);
std::string to_json(const std::vector<int>& indices);
}  // namespace franz
