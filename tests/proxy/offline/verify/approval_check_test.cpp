#include "proxy/offline/verify/approval_check.h"
#include <gtest/gtest.h>
#include <functional>
#include "common/base/sha256.h"
#include "common/wire/executor_messages.h"

namespace franz::proxy {
namespace {
using Lines = std::vector<std::string>;

// A turn in which item 0 was approved and item 2 was not.
struct Turn {
  ExecutorRequest in;
  ExecutorReply out;
  std::optional<std::string> plan = "PNG";
  TurnRecord record;

  Turn() {
    record.turn = 7;
    record.attempt = 1;
    Approval& approval = record.approval.emplace();
    approval.plan.turn = 7;
    approval.plan.items = {{0, 1, "launch(\"a\")", "", 1, {}, "launch", "w", ""},
                           {1, 2, "left_click(1, 2)", "", 2, {}, {}, "x", ""},
                           {2, 3, "launch(\"b\")", "", 3, {}, "launch", "w", ""}};
    approval.plan.picture_sha256 = sha256_hex("PNG");
    approval.decision = Decision::approved;
    approval.items = {0};
    approval.note = "go";
    record.note = "first\ngo";
    approval.time = "T";
    in.options.turn = 7;
    in.options.surface = "desktop";
    in.options.run_dir = "r";
    in.consent.approve = Approve::risky;
    in.consent.approved.emplace().push_back({0, "w"});
    in.consent.unapproved = {2};
    const auto item = [](const std::string& call, Outcome outcome) {
      ActionItem made;
      made.call = call;
      made.outcome = outcome;
      return made;
    };
    out.items = {item("launch(\"a\")", Outcome::done), item("left_click(1, 2)", Outcome::done),
                 item("launch(\"b\")", Outcome::refused)};
  }

  Lines found(bool same_digest = true) {
    if (same_digest) record.approval->plan_sha256 = plan_digest(record.approval->plan);
    record.executor_in = to_json_without_reply(in);
    record.executor_out = to_json_without_screenshot(out);
    return lines_of_approval();
  }

  Lines lines_of_approval() const {
    Lines lines;
    for (const Finding& finding : check_approval(record, plan))
      lines.push_back((is_not_checked(finding.code) ? "not checked: " : "") + to_line(finding));
    return lines;
  }
};

TEST(ApprovalCheck, FindsContradictionsToTheDecision) {
  const std::string at = "turn 7: turn_0007.json: ";
  struct Row {
    std::function<void(Turn&)> edit;
    Lines found;
  };
  const Row rows[] = {
      {[](Turn&) {}, {}},
      {[](Turn& t) { t.plan = "another"; },
       {at + "approval.plan.picture_sha256: expected " + sha256_hex("PNG") + ", got " +
        sha256_hex("another")}},
      {[](Turn& t) { t.plan.reset(); },
       {at + "approval.plan.picture_sha256: expected " + sha256_hex("PNG") + ", got nothing"}},
      {[](Turn& t) {
         t.record.approval->items = {0, 1};
       },
       {at + "approval.items: item 1 was not asked about"}},
      {[](Turn& t) { t.record.approval->items.clear(); },
       {at + "approval.decision: approved, with 0 items",
        at + "executor.in.approved: it is not what the operator approved",
        at + "executor.in.unapproved: it is not what the operator did not approve",
        at + "executor.out.items[0].outcome: it was performed, and the operator had not approved "
             "it"}},
      {[](Turn& t) { t.out.items[2].outcome = Outcome::partial; },
       {at + "executor.out.items[2].outcome: it was performed, and the operator had not approved "
             "it"}},
      {[](Turn& t) { t.in.consent.approved->at(0).around = "v"; },
       {at + "executor.in.approved: it is not what the operator approved"}},
      {[](Turn& t) { t.record.approval.reset(); },
       {at + "executor.in.approved: the record has no decision"}},
      // An executor that did not finish may have done any of it, and is not repeated.
      {[](Turn& t) {
         t.in.mode = ActingMode::interrupted;
         t.in.consent = {};
         for (ActionItem& item : t.out.items) item.outcome = Outcome::partial;
       },
       {}},
      {[](Turn& t) { t.out.items.clear(); }, {}},
  };
  for (std::size_t i = 0; i < std::size(rows); ++i) {
    Turn turn;
    rows[i].edit(turn);
    if (!turn.record.approval) {
      turn.record.executor_in = to_json_without_reply(turn.in);
      EXPECT_EQ(turn.lines_of_approval(), rows[i].found) << i;
      continue;
    }
    EXPECT_EQ(turn.found(), rows[i].found) << i;
  }
}

TEST(ApprovalCheck, RequiresTheApprovedPlan) {
  Turn turn;
  turn.record.approval->plan_sha256 = std::string(64, '0');
  const Lines found = turn.found(false);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_TRUE(found[0].starts_with("turn 7: turn_0007.json: approval.plan_sha256: expected"))
      << found[0];

  Turn other_call;
  other_call.out.items[1].call = "left_click(3, 4)";
  EXPECT_EQ(other_call.found(),
            Lines{"turn 7: turn_0007.json: executor.out.items[1].call: expected "
                  "left_click(1, 2), got left_click(3, 4)"});

  Turn masked;
  masked.record.approval->plan.items[0].written = "type(\"********\")";
  masked.record.approval->plan_sha256 = std::string(64, '0');
  EXPECT_EQ(masked.found(false),
            Lines{"not checked: turn 7: the plan's digest: parts of the plan are masked"});
}
}  // namespace
}  // namespace franz::proxy
