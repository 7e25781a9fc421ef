// Actions that need consent are planned, asked about, and performed as approved.
#include <gtest/gtest.h>
#include <algorithm>
#include <utility>
#include <vector>
#include "orchestrator/turn_request.h"
#include "tests/orchestrator/loop_world.h"

namespace franz::orchestrator {
namespace {
ActionItem planned_item(const std::string& call, std::optional<std::string> risk,
                        const std::string& around) {
  ActionItem item;
  item.call = item.written = call;
  item.outcome = Outcome::refused;
  item.risk = std::move(risk);
  item.around = around;
  return item;
}

// A run of one turn after a reply with two risky actions and a harmless one.
World approval(const std::string& approve = "risky") {
  World world;
  world.settings.surface.kind = "desktop";
  world.settings.safety.approve = approve;
  world.settings.safety.approve_s = 3;
  world.settings.limits.max_turns = 2;
  world.executor = [](const ExecutorRequest& request) {
    ExecutorReply reply;
    if (request.mode == ActingMode::plan) {
      reply.items = {planned_item("launch(\"a\")", "launch", "window 1"),
                     planned_item("left_click(1, 2)", std::nullopt, "0f"),
                     planned_item("launch(\"b\")", "launch", "window 1")};
      reply.screenshot_b64 = "cGxhbg==";
    } else {
      reply.feedback = "OK: 1 action executed.";
      reply.items = {{"left_click(1, 2)", "", 1, {}, {}, Outcome::done, "", {}, {}}};
      reply.screenshot_b64 = "YWN0cw==";
      reply.plain_sha256 = "acts";
    }
    return reply;
  };
  return world;
}

LoopState spoken() {
  LoopState state;
  state.turn = 1;
  state.reply = Reply{"\"one\"", {}};
  return state;
}

ControlCommand decision(Command kind, const LoopEvent& about,
                        std::optional<std::vector<int>> items = {}, const std::string& note = "") {
  ControlCommand command{kind, note};
  command.turn = about.turn;
  command.plan_sha256 = about.plan_sha256;
  command.items = std::move(items);
  return command;
}

std::string modes(const World& world) {
  std::string list;
  for (const ExecutorRequest& request : world.asked) {
    constexpr const char* kModes[] = {"act", "plan", "interrupted"};
    list += (list.empty() ? "" : " ") + std::string(kModes[static_cast<int>(request.mode)]);
  }
  return list;
}

std::string approved(const ExecutorRequest& request) {
  if (!request.consent.approved) return "nobody was asked";
  std::string list;
  for (const ApprovedItem& item : *request.consent.approved)
    list += std::to_string(item.index) + "=" + item.around + " ";
  for (const int index : request.consent.unapproved) list += "not " + std::to_string(index) + " ";
  return list + "(" + request.consent.refusal + ")";
}
}  // namespace

TEST(Approval, WhatIsAgreedToIsActed) {
  World world = approval();
  LoopEvent about;
  world.on_approval = [&](const LoopEvent& event) {
    about = event;
    EXPECT_EQ(world.asked.size(), 1U) << "nothing is done before";
    EXPECT_TRUE(std::ranges::none_of(
        world.trace, [](const std::string& line) { return line.starts_with("turn "); }));
    EXPECT_TRUE(world.stored.empty()) << "nothing is begun";
    world.commands.push_back(decision(Command::approve, event));
  };
  world.run(spoken());
  EXPECT_EQ(modes(world), "plan act");
  EXPECT_EQ(approved(world.asked[1]), "0=window 1 2=window 1 (the operator refused)");
  EXPECT_EQ(about.turn, 2);
  EXPECT_EQ(about.until, "t3000");
  EXPECT_EQ(about.screenshot_b64, "cGxhbg==");
  EXPECT_EQ(about.plan.items.size(), 3U);
  EXPECT_EQ(about.plan.items[1].number, 2);
  EXPECT_EQ(about.plan_sha256, plan_digest(about.plan));
  ASSERT_EQ(world.acted.size(), 1U);
  const std::optional<Approval>& reported = world.acted[0].approval;
  ASSERT_TRUE(reported);
  EXPECT_EQ(reported->plan, about.plan);
  EXPECT_EQ(reported->decision, Decision::approved);
  EXPECT_EQ(reported->items, (std::vector{0, 2}));
  EXPECT_EQ(reported->note, std::nullopt);
  EXPECT_EQ(world.trace, (Trace{"asking: the operator's consent", "asked 2 until t3000", "turn 2",
                                "acting", "thinking", "ask 2"}));
}

TEST(Approval, EachDecisionHasItsOwnOutcome) {
  const struct {
    std::function<std::optional<ControlCommand>(const LoopEvent&)> decide;
    std::string approved, decision;
    std::vector<int> items;
  } cases[] = {
      {[](const LoopEvent& about) { return decision(Command::approve, about, std::vector{2}); },
       "2=window 1 not 0 (the operator refused)",
       "approved",
       {2}},
      {[](const LoopEvent& about) { return decision(Command::approve, about, std::vector<int>{}); },
       "not 0 not 2 (the operator refused)",
       "refused",
       {}},
      {[](const LoopEvent& about) { return decision(Command::refuse, about); },
       "not 0 not 2 (the operator refused)",
       "refused",
       {}},
      {[](const LoopEvent&) { return std::nullopt; },
       "not 0 not 2 (the operator did not answer in 3 s)",
       "expired",
       {}},
  };
  for (const auto& each : cases) {
    World world = approval();
    world.on_approval = [&](const LoopEvent& about) {
      if (const auto command = each.decide(about)) world.commands.push_back(*command);
    };
    world.run(spoken());
    EXPECT_EQ(modes(world), "plan act");
    EXPECT_EQ(approved(world.asked.back()), each.approved);
    ASSERT_EQ(world.acted.size(), 1U);
    EXPECT_EQ(decision_name(world.acted[0].approval->decision), each.decision);
    EXPECT_EQ(world.acted[0].approval->items, each.items);
  }
}

TEST(Approval, TheOperatorsWordsGoToTheModel) {
  World world = approval();
  world.on_approval = [&](const LoopEvent& about) {
    world.commands.push_back({Command::note, "first"});
    world.commands.push_back(decision(Command::refuse, about, {}, "use the menu"));
  };
  world.run(spoken());
  EXPECT_NE(world.bodies.at(0).find("OPERATOR: first\\nuse the menu"), std::string::npos)
      << world.bodies.at(0);
  EXPECT_EQ(world.acted[0].note, "first\nuse the menu");
  EXPECT_EQ(world.acted[0].approval->note, "use the menu");
}

TEST(Approval, ADecisionOnSomethingElseIsRefusedInWords) {
  World world = approval();
  world.on_approval = [&](const LoopEvent& about) {
    ControlCommand other_turn = decision(Command::approve, about);
    other_turn.turn = 1;
    ControlCommand other_plan = decision(Command::approve, about);
    other_plan.plan_sha256 = std::string(64, '0');
    world.commands = {other_turn, other_plan, decision(Command::approve, about, std::vector{0, 1}),
                      decision(Command::refuse, about), decision(Command::approve, about)};
  };
  world.run(spoken());
  EXPECT_EQ(world.acted[0].approval->decision, Decision::refused);
  Trace warnings;
  for (const std::string& line : world.trace)
    if (line.starts_with("warning: ")) warnings.push_back(line);
  EXPECT_EQ(warnings,
            (Trace{"warning: a command was refused: the decision on turn 1: it is turn 2 that "
                   "waits for a decision",
                   "warning: a command was refused: the decision on turn 2: it has been planned "
                   "again: decide on the current plan",
                   "warning: a command was refused: the decision on turn 2: item 1 was not asked "
                   "about",
                   "warning: a command was refused: the decision on turn 2: nothing waits for a "
                   "decision"}));
}

TEST(Approval, NothingIsAskedWhereNothingNeedsIt) {
  const struct {
    std::string approve, kind;
    bool person;  // at the screen
    bool dry_run;
    std::string modes;
  } cases[] = {
      {"never", "desktop", true, false, "act"},     {"auto", "desktop", false, false, "act"},
      {"always", "sandbox", false, false, "act"},   {"always", "desktop", true, true, "plan"},
      {"auto", "desktop", true, false, "plan act"}, {"risky", "desktop", false, false, "plan act"},
  };
  for (const auto& each : cases) {
    World world = approval(each.approve);
    world.settings.surface.kind = each.kind;
    world.settings.safety.countdown_s = 0;
    world.screen = {":7", each.person};
    world.settings.safety.dry_run = each.dry_run;
    world.executor = [](const ExecutorRequest&) { return ExecutorReply{}; };
    world.run(spoken());
    EXPECT_EQ(modes(world), each.modes) << each.approve << " " << each.person;
    EXPECT_EQ(approved(world.asked.back()), "nobody was asked");
    EXPECT_FALSE(world.acted.at(0).approval);
  }
}

TEST(Approval, APauseMeanwhileAsksAnewLater) {
  World world = approval();
  int times = 0;
  std::string first;
  world.resumes = true;
  world.on_approval = [&](const LoopEvent& about) {
    if (++times == 1) {
      first = about.plan_sha256;
      world.commands.push_back({Command::pause, ""});
    } else {
      world.commands.push_back(decision(Command::approve, about, std::vector{0}));
    }
  };
  world.run(spoken());
  EXPECT_EQ(modes(world), "plan plan act");
  EXPECT_EQ(world.bodies.size(), 1U);
  EXPECT_EQ(world.acted[0].approval->items, std::vector{0});
}

TEST(Approval, AStopMeanwhileEndsTheRunAndDoesNothing) {
  World world = approval();
  world.on_approval = [&](const LoopEvent&) { world.commands.push_back({Command::stop, ""}); };
  world.run(spoken());
  EXPECT_EQ(modes(world), "plan");
  EXPECT_EQ(world.reason, FinishReason::stopped);
}

// Consent ends with the process that asked for it.
TEST(Approval, AfterAStopItIsPlannedAndAskedAgain) {
  World before = approval();
  before.on_approval = [&](const LoopEvent&) { before.commands.push_back({Command::stop, ""}); };
  before.run(spoken());
  World world = approval();
  world.on_approval = [&](const LoopEvent& about) {
    world.commands.push_back(decision(Command::approve, about));
  };
  const Result<LoopState> read = parse_loop_state(to_json(before.stored.back()));
  ASSERT_TRUE(read.ok()) << read.error().message;
  world.run(read.value());
  EXPECT_EQ(modes(world), "plan act");
}

// Killed while acting: the decision is reported with the result and not asked for again.
TEST(Approval, WhatWasDecidedBeforeAKillStaysInTheRecord) {
  World before = approval();
  before.on_approval = [&](const LoopEvent& about) {
    before.commands.push_back(decision(Command::approve, about, std::vector{0}, "go"));
  };
  LoopState kept;
  before.before_executor = [&](int) {
    if (!before.stored.empty() && before.stored.back().acting->approval)
      kept = before.stored.back();
  };
  before.run(spoken());
  ASSERT_TRUE(kept.acting);
  const Result<LoopState> read = parse_loop_state(to_json(kept));
  ASSERT_TRUE(read.ok()) << read.error().message;
  World world = approval();
  world.run(read.value());
  EXPECT_EQ(modes(world), "interrupted");
  ASSERT_EQ(world.acted.size(), 1U);
  ASSERT_TRUE(world.acted[0].approval);
  EXPECT_EQ(*world.acted[0].approval, *kept.acting->approval);
}

TEST(Approval, APlanThatFailsDoesNothing) {
  World world = approval();
  world.executor = [](const ExecutorRequest& request) -> Result<ExecutorReply, ChildFailure> {
    if (request.mode == ActingMode::plan)
      return ChildFailure{ChildFailure::Kind::ended, 0, "ended by signal 9"};
    EXPECT_FALSE(request.reply) << "it may only look";
    ExecutorReply look;
    look.screenshot_b64 = "bG9va3M=";
    return look;
  };
  world.run(spoken());
  EXPECT_EQ(modes(world), "plan act");
  EXPECT_NE(world.bodies.at(0).find("none of them was done"), std::string::npos);
}

TEST(Approval, APanicWhileItIsPlannedPlansAnewLater) {
  World world = approval();
  const auto plans = world.executor;
  bool stopped = false;
  world.executor = [&](const ExecutorRequest& request) -> Result<ExecutorReply, ChildFailure> {
    if (std::exchange(stopped, true)) return plans(request);
    world.commands.push_back({Command::panic, "the key", PauseCause::panic});
    return ChildFailure{ChildFailure::Kind::ended, 0, "stopped"};
  };
  world.on_approval = [&](const LoopEvent& event) {
    world.commands.push_back(decision(Command::approve, event));
  };
  world.resumes = true;
  world.run(spoken());
  EXPECT_EQ(modes(world), "plan plan act");
  EXPECT_EQ(approved(world.asked[2]), "0=window 1 2=window 1 (the operator refused)");
}
}  // namespace franz::orchestrator
