#include "proxy/offline/verify/whole_run_check.h"
#include <gtest/gtest.h>
#include "common/run/recorded_step.h"
#include "common/run/steps_file.h"
#include "tests/proxy/offline/verify/recorded_turns.h"

namespace franz::proxy {
namespace {
using Lines = std::vector<std::string>;

TEST(WholeRunCheck, HoldsTheStatesReplyAgainstTheTurns) {
  const auto found = [](const std::optional<Reply>& in_state, const std::optional<Reply>& reply) {
    LoopState state;
    state.reply = in_state;
    Lines lines;
    for (const Finding& each : check_state_reply(state, reply)) lines.push_back(to_line(each));
    return lines;
  };
  const Reply reply{R"("a key: ********")", {{R"("c1")", R"("drag")", R"("{}")"}}};
  EXPECT_EQ(found(std::nullopt, std::nullopt), Lines{});
  EXPECT_EQ(found(reply, reply), Lines{});
  EXPECT_EQ(found(Reply{R"("a key: sk-12345")", reply.calls}, reply), Lines{});
  EXPECT_EQ(found(Reply{R"("other")", {}}, Reply{R"("text")", {}}),
            Lines{R"(state.json: story: expected "text", got "other")"});
  EXPECT_EQ(found(Reply{reply.text, {}}, reply).size(), 1U);
  EXPECT_EQ(found(std::nullopt, Reply{R"("text")", {}}),
            Lines{R"(state.json: story: expected "text", got null)"});
}

TEST(WholeRunCheck, NamesALineOfStepsThatIsNotTheRecords) {
  const auto found = [](std::string_view line, const std::optional<std::string>& record) {
    const std::optional<Finding> finding = check_step_line(2, line, record);
    return finding ? to_line(*finding) : "";
  };
  const RecordedTurns run = record_turns(2);
  const std::string right =
      to_json(recorded_step(parse_turn_record(*run.turns[1].record).value()).value());
  EXPECT_EQ(found(right, run.turns[1].record), "");
  const std::string place = "turn 2: steps.jsonl: line 2: ";
  EXPECT_TRUE(found(replaced(right, "OK ..", "OK !!"), run.turns[1].record)
                  .starts_with(place + "expected …"));
  EXPECT_TRUE(found("{", run.turns[1].record).starts_with(place));
  EXPECT_EQ(found(right, std::nullopt), "turn 2: steps.jsonl, line 2: there is no record");
  EXPECT_EQ(found(right, "{}"), "");  // said of the record
}

TEST(WholeRunCheck, SaysWhyARunHasNoSeal) {
  const auto reason = [](const RunFile& run, const std::vector<std::string>& files,
                         bool listed = true) {
    RunIndexBuilder builder;
    for (const std::string& name : files) builder.add_file(name);
    const std::string why = why_not_sealed(builder.finish(), run, listed);
    return why.substr(0, why.find(','));
  };
  const std::string killed = "the run has not ended cleanly";
  const Lines ended = {"turn_0002.json", "turns_0001_0002.json"};
  RunFile run;
  EXPECT_EQ(reason(run, {"turn_0002.json"}), killed);
  EXPECT_EQ(reason(run, {"turn_0015.json", "turns_0001_0015.json"}), killed);
  EXPECT_EQ(reason(run, ended), "the last batch was written");
  EXPECT_EQ(reason(run, ended, false), killed);
  run.changes.push_back({"", "resumed after turn 2"});
  EXPECT_EQ(reason(run, ended), killed);
  run.origins.push_back({"aaaa", 2});
  EXPECT_EQ(reason(run, ended), "the run was forked at turn 2 and has not gone on yet");
}
}  // namespace
}  // namespace franz::proxy
