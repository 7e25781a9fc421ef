#include "proxy/offline/score/ledger.h"
#include <gtest/gtest.h>
#include <string>
#include <vector>
#include "proxy/offline/score/compare.h"
#include "proxy/offline/score/table.h"

namespace franz::proxy {
namespace {
constexpr const char* kTime = "2026-11-29T12:00:00.000Z";
const std::string kDigest(64, 'a');

ScorePlan plan_of(int tasks, int repeat) {
  ScorePlan plan;
  plan.version = "0.1.0";
  for (int i = 1; i <= tasks; ++i) {
    const std::string id = "task-" + std::to_string(i);
    plan.tasks.push_back({id, "tasks/" + id + "/" + id + ".json", kDigest});
  }
  plan.repeat = repeat;
  return plan;
}

Status add(Ledger& ledger, const LedgerEntry& entry) {
  return ledger.take(ledger.line(kTime, entry));
}

TrialEnd success() {
  TrialEnd end;
  end.success = true;
  end.partial = 1;
  end.turns = 4;
  end.input_tokens = 900;
  end.output_tokens = 100;
  end.seconds = 2.5;
  end.run_seal = kDigest;
  return end;
}

TrialEnd failure(TrialFailure why, double partial = 0) {
  TrialEnd end = success();
  end.success = false;
  end.partial = partial;
  end.failure = why;
  end.why = "24 turns are made";
  return end;
}

TrialEnd broken() {
  TrialEnd end;
  end.outcome = TrialOutcome::infrastructure;
  end.why = "the display ended";
  return end;
}

// A try of that trial, which ends with `end`.
void try_once(Ledger& ledger, const std::string& trial, const TrialEnd& end) {
  const int attempt = ledger.trials().at(trial).tries + 1;
  EXPECT_TRUE(add(ledger, StartedLine{trial, attempt}).ok());
  EXPECT_TRUE(add(ledger, EndedLine{trial, attempt, end}).ok());
}

std::string why(const Status& status) { return status.ok() ? "" : status.error().message; }
}  // namespace

TEST(ScorePlan, SurvivesItsJson) {
  ScorePlan plan = plan_of(2, 3);
  plan.axes = {{"model.name", {"a", "b, \"c\""}}, {"overlays.grid", {"on", "off"}}};
  plan.fixed = {{"proxy.upstream", "demo"}, {"a/b~c", "1"}};
  plan.agent = "solution";
  plan.prices = {0.15, 0.6};
  const std::string json = to_json(plan);
  Result<MessageFields> fields = MessageFields::parse(json);
  ASSERT_TRUE(fields.ok());
  EXPECT_EQ(difference(read_score_plan(fields.value(), ""), plan), "");
  EXPECT_EQ(fields.value().failure(), "");
  EXPECT_EQ(arm_count(plan), 4U);
  EXPECT_EQ(arm_text(plan, 1), "model=a, grid=on");
  EXPECT_EQ(arm_text(plan, 2), "model=a, grid=off");
  EXPECT_EQ(arm_text(plan, 4), "model=b, \"c\", grid=off");
  EXPECT_EQ(arm_text(plan_of(1, 1), 1), "all");
}

TEST(ScorePlan, RefusesWhatItCannotBe) {
  struct Case {
    const char* name;
    void (*change)(ScorePlan&);
    const char* failure;
  };
  const Case cases[] = {
      {"no task", [](ScorePlan& plan) { plan.tasks.clear(); }, "/tasks: expected 1..10000"},
      {"the same id twice", [](ScorePlan& plan) { plan.tasks[1].id = "task-1"; },
       "/tasks/1/id: expected another id than an earlier task"},
      {"a path as an id", [](ScorePlan& plan) { plan.tasks[0].id = "../x"; },
       "/tasks/0/id: expected letters, digits, -, _ and ."},
      {"a file elsewhere", [](ScorePlan& plan) { plan.tasks[0].file = "tasks/../../x"; },
       "/tasks/0/file: expected a file below tasks/"},
      {"too many arms",
       [](ScorePlan& plan) {
         plan.axes = {{"a", std::vector<std::string>(100, "x")},
                      {"b", std::vector<std::string>(100, "x")}};
       },
       "/axes: expected at most 1000 combinations"},
      {"an axis without values",
       [](ScorePlan& plan) {
         plan.axes = {{"a", {}}};
       },
       "/axes/0/values: expected at least one"},
      {"too many trials",
       [](ScorePlan& plan) {
         plan.repeat = 1000;
         plan.axes = {{"a", std::vector<std::string>(100, "x")}};
       },
       "/repeat: expected at most 100000 trials"},
  };
  for (const Case& each : cases) {
    ScorePlan plan = plan_of(2, 1);
    each.change(plan);
    const std::string json = to_json(plan);
    Result<MessageFields> fields = MessageFields::parse(json);
    ASSERT_TRUE(fields.ok()) << each.name;
    static_cast<void>(read_score_plan(fields.value(), ""));
    EXPECT_EQ(fields.value().failure(), each.failure) << each.name;
  }
}

TEST(ScorePlan, MeasuresEveryTaskBeforeItRepeatsOne) {
  ScorePlan plan = plan_of(2, 2);
  plan.axes = {{"model.name", {"a", "b"}}};
  std::string names;
  for (const Trial& trial : all_trials(plan)) names += trial_name(plan, trial) + " ";
  EXPECT_EQ(names,
            "task-1.1.1 task-1.2.1 task-2.1.1 task-2.2.1 "
            "task-1.1.2 task-1.2.2 task-2.1.2 task-2.2.2 ");
  EXPECT_EQ(trial_folder("task-1.1.1", 1), "task-1.1.1");
  EXPECT_EQ(trial_folder("task-1.1.1", 3), "task-1.1.1-3");
}

TEST(ScoreLedger, CountsTheFirstResultThatSlicesBring) {
  Ledger ledger;
  ASSERT_TRUE(add(ledger, plan_of(1, 2)).ok());
  const SlicePlace first{"ledger/0-0-aaaaaa.jsonl", 2}, second{"ledger/0-1-bbbbbb.jsonl", 2};
  const StartedLine begun{"task-1.1.1", 1, first, "task-1.1.1-s0-0-aaaaaa"};
  // Without a result, a result cannot be left out as superseded.
  EXPECT_EQ(why(add(ledger, SupersededLine{"task-1.1.1", second, "x", kDigest})),
            "/trial: it has no result");
  ASSERT_TRUE(add(ledger, begun).ok());
  EXPECT_FALSE(ledger.has(first));
  ASSERT_TRUE(add(ledger, EndedLine{"task-1.1.1", 1, success()}).ok());
  EXPECT_TRUE(ledger.has(first));
  EXPECT_EQ(ledger.folder("task-1.1.1", 1), "task-1.1.1-s0-0-aaaaaa");
  EXPECT_EQ(ledger.folder("task-1.1.2", 1), "task-1.1.2");
  ASSERT_TRUE(add(ledger, SupersededLine{"task-1.1.1", second, "y", kDigest}).ok());
  for (const SlicePlace& place : {first, second})
    EXPECT_EQ(why(add(ledger, SupersededLine{"task-1.1.1", place, "y", kDigest})),
              "/file: this result was collected before");
  EXPECT_EQ(why(add(ledger, StartedLine{"task-1.1.2", 1, second, "z"})),
            "/file: this result was collected before");
  EXPECT_EQ(why(add(ledger, StartedLine{"task-1.1.2", 1, {"f", 1}, "../z"})),
            "/folder: expected the name of a run's folder");
  ASSERT_EQ(ledger.superseded().size(), 1U);
  const ScoreTable table = make_table(ledger);
  EXPECT_EQ(table.superseded, 1);
  EXPECT_EQ(table.cells.front().measured, 1);
}

TEST(ScoreTable, HasTheWorkOfEachServer) {
  Ledger ledger;
  ASSERT_TRUE(add(ledger, plan_of(1, 3)).ok());
  for (int i = 1; i <= 3; ++i) {
    TrialEnd end = success();
    end.upstream = i == 2 ? "http://b" : "http://a";
    end.requests = 4;
    end.waited = 1.5;
    try_once(ledger, "task-1.1." + std::to_string(i), end);
  }
  const ScoreTable table = make_table(ledger);
  ASSERT_EQ(table.servers.size(), 2U);
  EXPECT_EQ(table.servers.at("http://a").tries, 2);
  EXPECT_EQ(table.servers.at("http://a").requests, 8);
  EXPECT_EQ(table.servers.at("http://a").tokens, 2000);
  EXPECT_EQ(table.servers.at("http://a").waited, 3);
  const std::string text = table_text(table, ledger.plan());
  EXPECT_NE(text.find("http://b      1         4    1000   1.5 s"), std::string::npos) << text;
}

TEST(ScoreLedger, IsAChainOfTries) {
  Ledger ledger;
  ASSERT_TRUE(add(ledger, plan_of(1, 2)).ok());
  try_once(ledger, "task-1.1.1", broken());
  EXPECT_FALSE(ledger.trials().at("task-1.1.1").counts());
  try_once(ledger, "task-1.1.1", success());
  const TrialState& state = ledger.trials().at("task-1.1.1");
  EXPECT_TRUE(state.counts());
  EXPECT_EQ(state.result_of(), 2);
  EXPECT_EQ(state.failed_tries(), 1);
  EXPECT_EQ(*state.result(), success());
  ASSERT_TRUE(add(ledger, StartedLine{"task-1.1.2", 1}).ok());
  ASSERT_TRUE(add(ledger, ResumedLine{}).ok());
  EXPECT_FALSE(ledger.trials().at("task-1.1.2").running);
  EXPECT_EQ(ledger.trials().at("task-1.1.2").failed_tries(), 0);
  ASSERT_TRUE(add(ledger, StartedLine{"task-1.1.2", 2}).ok());
  EXPECT_FALSE(ledger.ended());
  ASSERT_TRUE(add(ledger, EndLine{{{"table.json", 3, kDigest}}}).ok());
  EXPECT_TRUE(ledger.ended());
  EXPECT_EQ(ledger.files().size(), 1U);
}

TEST(ScoreLedger, RefusesLinesThatContradictIt) {
  const auto begun = [] {
    Ledger ledger;
    EXPECT_TRUE(add(ledger, plan_of(1, 1)).ok());
    try_once(ledger, "task-1.1.1", success());
    return ledger;
  };
  Ledger ledger = begun();
  EXPECT_EQ(why(add(ledger, StartedLine{"task-1.1.1", 2})), "/trial: it has a result");
  EXPECT_EQ(why(add(ledger, StartedLine{"task-9.1.1", 1})), "/trial: not in the plan");
  EXPECT_EQ(why(add(ledger, EndedLine{"task-1.1.1", 2, success()})), "/try: it has not begun");
  EXPECT_EQ(why(add(ledger, plan_of(1, 1))), "/kind: the first line, and no other, is \"plan\"");

  Ledger fresh;
  EXPECT_EQ(why(fresh.take("{}")), "/seq: expected 1..1000000000000");
  EXPECT_NE(why(fresh.take("not JSON")), "");
  Ledger other;
  ASSERT_TRUE(add(other, plan_of(2, 1)).ok());
  const std::string line = other.line(kTime, ResumedLine{});
  EXPECT_NE(why(begun().take(line)).find("/seq"), std::string::npos);
  // The same number after another line.
  Ledger second;
  ASSERT_TRUE(add(second, plan_of(3, 1)).ok());
  EXPECT_NE(why(second.take(line)).find("/previous"), std::string::npos);
}

TEST(ScoreTable, CountsTasksEquallyAndLeavesOutWhatWasNotMeasured) {
  Ledger ledger;
  ScorePlan plan = plan_of(3, 4);
  plan.prices = {1, 10};
  ASSERT_TRUE(add(ledger, plan).ok());
  for (const char* const repeat : {"1", "2", "3", "4"})
    try_once(ledger, std::string("task-1.1.") + repeat, success());
  try_once(ledger, "task-2.1.1", failure(TrialFailure::wrong, 0.5));
  try_once(ledger, "task-2.1.2", success());
  try_once(ledger, "task-2.1.3", broken());
  TrialEnd touched = success();
  touched.person = true;
  try_once(ledger, "task-2.1.4", touched);
  TrialEnd skipped;
  skipped.outcome = TrialOutcome::skipped;
  skipped.why = "needs gnumeric";
  for (const char* const repeat : {"1", "2", "3", "4"})
    try_once(ledger, std::string("task-3.1.") + repeat, skipped);

  const ScoreTable table = make_table(ledger);
  ASSERT_EQ(table.arms.size(), 1U);
  const ScoreArm& arm = table.arms.front();
  EXPECT_EQ(arm.tasks, 2);
  EXPECT_EQ(arm.planned, 12);
  EXPECT_EQ(arm.measured, 6);
  EXPECT_EQ(arm.skipped, 4);
  EXPECT_EQ(arm.touched, 1);
  EXPECT_EQ(arm.not_measured, 1);
  EXPECT_DOUBLE_EQ(arm.success, 0.75);  // of 1 and 1/2
  EXPECT_DOUBLE_EQ(arm.partial, 0.875);
  EXPECT_DOUBLE_EQ(arm.success_at_least, (1 + 1.0 / 3) / 2);
  EXPECT_DOUBLE_EQ(arm.spread, 0.25);
  EXPECT_FALSE(arm.success_interval);
  EXPECT_EQ(arm.failures, (std::map<TrialFailure, int>{{TrialFailure::wrong, 1}}));
  EXPECT_NEAR(*arm.cost, 7 * (900 + 1000) / 1e6, 1e-12);
  EXPECT_EQ(table_text(table, plan),
            "task                             all\n"
            "task-1                           4/4\n"
            "task-2                           1/2\n"
            "task-3                       skipped\n"
            "\n"
            "success                       75.0 %\n"
            "partial                       87.5 %\n"
            "spread within a task          25.0 %\n"
            "turns                            4.0\n"
            "tokens                          1000\n"
            "seconds                          2.5\n"
            "cost                          0.0133\n"
            "failed by             wrong result 1\n"
            "1 trial could not be measured; if all of them had failed, success would be 66.7 %\n"
            "4 trials skipped: a program is missing\n"
            "1 trial not counted: a person used the screen\n"
            "No intervals: they need at least 8 tasks.\n");
}

TEST(ScoreTable, IsWrittenForSpreadsheetsAndServers) {
  Ledger ledger;
  ScorePlan plan = plan_of(1, 3);
  plan.axes = {{"model.name", {"=cmd"}}};
  ASSERT_TRUE(add(ledger, plan).ok());
  TrialEnd odd = failure(TrialFailure::loop);
  odd.why = "=1+1, \"<b>\"";
  try_once(ledger, "task-1.1.1", odd);
  try_once(ledger, "task-1.1.2", broken());
  EXPECT_EQ(
      trials_csv(ledger),
      "trial,task,arm,model.name,repeat,tries,outcome,success,partial,failure,turns,"
      "input_tokens,output_tokens,seconds,cost,upstream,requests,waited,why\r\n"
      "task-1.1.1,task-1,1,'=cmd,1,1,measured,0,0.000000,loop,4,900,100,2.500,0.000000,,0,0.000,"
      "\"'=1+1, \"\"<b>\"\"\"\r\n"
      "task-1.1.2,task-1,1,'=cmd,2,1,infrastructure,0,0.000000,none,0,0,0,0.000,0.000000,,0,0.000,"
      "the display ended\r\n"
      "task-1.1.3,task-1,1,'=cmd,3,0,not_measured,,,,,,,,,,,,\r\n");
  EXPECT_EQ(trials_junit(ledger),
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<testsuite name=\"franz score\" tests=\"3\" failures=\"1\" errors=\"2\" "
            "skipped=\"0\">\n"
            "  <testcase classname=\"model==cmd\" name=\"task-1.1.1\" time=\"2.500\"><failure "
            "message=\"loop: =1+1, &quot;&lt;b&gt;&quot;\"/></testcase>\n"
            "  <testcase classname=\"model==cmd\" name=\"task-1.1.2\" time=\"0.000\"><error "
            "message=\"the display ended\"/></testcase>\n"
            "  <testcase classname=\"model==cmd\" name=\"task-1.1.3\" time=\"0.000\"><error "
            "message=\"no result\"/></testcase>\n"
            "</testsuite>\n");
}

TEST(ScoreComparison, TakesTheTasksThatBothHave) {
  const auto scored = [](int tasks, int successes) {
    Ledger ledger;
    EXPECT_TRUE(add(ledger, plan_of(tasks, 1)).ok());
    for (int i = 1; i <= tasks; ++i)
      try_once(ledger, "task-" + std::to_string(i) + ".1.1",
               i <= successes ? success() : failure(TrialFailure::limit));
    return ledger;
  };
  const ScoreComparison few = compare(scored(5, 5), 1, scored(7, 2), 1);
  EXPECT_EQ(few.tasks.size(), 5U);
  EXPECT_EQ(few.only_b, (std::vector<std::string>{"task-6", "task-7"}));
  EXPECT_DOUBLE_EQ(few.difference, -0.6);
  EXPECT_FALSE(few.interval);
  EXPECT_NE(comparison_text(few, "a", "b").find("no interval is given"), std::string::npos);

  const ScoreComparison clear = compare(scored(20, 2), 1, scored(20, 18), 1);
  EXPECT_TRUE(clear.shows_difference());
  EXPECT_GT(clear.interval->low, 0.5);
  // A rounding error is no difference.
  ScoreComparison tiny;
  tiny.interval = Interval{1e-17, 0.5};
  EXPECT_FALSE(tiny.shows_difference());
  const ScoreComparison equal = compare(scored(20, 10), 1, scored(20, 11), 1);
  EXPECT_FALSE(equal.shows_difference());
  EXPECT_NE(comparison_text(equal, "a", "b").find("no difference shown"), std::string::npos);
}
}  // namespace franz::proxy
