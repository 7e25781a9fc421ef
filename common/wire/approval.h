#pragma once
// What the operator is asked to approve, and the decision (docs/approval.md).
//   a plan:     {"turn":7,"items":[{"index":0,"number":1,"call":"launch(\"xterm\")"|null,
//                "written":"launch('xterm')","line":1,"note":null|"…","risk":null|"launch",
//                "around":null|"…","why":"…","model_call":"left_click(640, 416)","from":[960,624],
//                "to":[…]}],"picture_sha256":null|"…"}
//   an approval: {"plan":{…},"plan_sha256":"…","decision":"approved"|"refused"|"expired",
//                "items":[0],"note":null|"…","time":"2026-01-31T12:00:00Z"}
// `plan_sha256` is the digest of the plan's text in exactly this form.
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"
#include "common/wire/executor_messages.h"

namespace franz {
class MessageFields;
class JsonObject;

// An action of a plan, as shown to the operator.
struct PlannedItem {
  int index = 0;                    // index in the executor's items
  std::optional<int> number;        // of its mark in the plan's picture; nothing: no mark
  std::optional<std::string> call;  // canonical, as in the executor's items
  std::string written;
  int line = 0;
  std::optional<std::string> note, risk, around;
  std::string why;  // why it is not a call or cannot be performed; else empty
  // As in the executor's items; nothing, and omitted: it has none.
  std::optional<std::string> model_call = {};
  std::optional<Point> from = {}, to = {};
  friend bool operator==(const PlannedItem&, const PlannedItem&) = default;
};

struct ActionPlan {
  int turn = 0;
  std::vector<PlannedItem> items;  // all of the turn, including those that need no consent
  std::optional<std::string> picture_sha256;  // of the PNG with the actions drawn on it
  friend bool operator==(const ActionPlan&, const ActionPlan&) = default;
};

// Whether the operator may have to be asked first: the request acts on a real screen by a reply.
bool may_need_consent(const ExecutorRequest& request);
// The same turn in planning mode: nothing is performed, and the picture is for the operator.
ExecutorRequest plan_request(ExecutorRequest request);

// The answer of an executor in `mode: plan`. `picture_sha256`: of its picture, if there is one.
ActionPlan action_plan(int turn, const ExecutorReply& planned,
                       std::optional<std::string> picture_sha256);
// The action for a person: the call with the places as the model wrote them and the pixels of the
// screen, "left_click(640, 416) at 960, 624 on the screen"; what is not a call as it was written.
std::string call_for_person(const PlannedItem& item);
// The indices of the items that need consent, ascending.
std::vector<int> items_to_approve(const ActionPlan& plan);

std::string to_json(const ActionPlan& plan);
// Adds all members except the turn.
void add_plan_members(JsonObject& object, const ActionPlan& plan);
std::string plan_digest(const ActionPlan& plan);
// `fields` remembers failures.
ActionPlan read_action_plan(MessageFields& fields, const std::string& pointer);

enum class Decision {
  approved,  // the listed items
  refused,   // none of them
  expired,   // nobody answered in time
};

struct Approval {
  ActionPlan plan;
  std::string plan_sha256;
  Decision decision = Decision::expired;
  std::vector<int> items;           // the approved items among those that needed consent, ascending
  std::optional<std::string> note;  // from the operator to the model
  std::string time;                 // time of the decision
  friend bool operator==(const Approval&, const Approval&) = default;
};

// What the executor receives: the items that the decision allows.
void add_decision(Consent& consent, const Approval& approval);

std::string_view decision_name(Decision decision);
std::string to_json(const Approval& approval);
// `fields` remembers failures, including a digest that is not the plan's.
Approval read_approval(MessageFields& fields, const std::string& pointer);
Result<Approval> parse_approval(std::string_view json);

// A list of item indices, ascending and without duplicates.
std::vector<int> read_item_indices(MessageFields& fields, const std::string& pointer);
std::string to_json(const std::vector<int>& indices);
}  // namespace franz
