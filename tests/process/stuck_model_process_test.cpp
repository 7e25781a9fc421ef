// What a person sees of a run whose model repeats itself, does nothing or is cut off.
#include <gtest/gtest.h>
#include "common/base/json_string.h"
#include "common/os/files.h"
#include "common/wire/message_fields.h"
#include "tests/process/recorded_run.h"
#include "tests/process/run_log_reader.h"
#include "tests/process/running_proxy.h"

namespace franz {
namespace {
struct Scripted {
  std::string text, finish_reason = "stop";
  std::string error = {};  // body of a 500 to the turn's first request; empty: none
};

// A demo model that gives these replies in turn, and then repeats the last one.
class ScriptedModel {
 public:
  explicit ScriptedModel(const std::vector<Scripted>& replies)
      : program_("demo_vlm",
                 {"--listen", "127.0.0.1:0", "--delay-ms", "0", "--script", script_of(replies)}) {}

  std::string url() {
    const std::string listening = program_.wait_for("listening on ");
    return listening.substr(listening.find("http://"));
  }

 private:
  static std::string script_of(const std::vector<Scripted>& replies) {
    const std::string folder = test_folder();
    std::string script;
    for (const auto& [text, finish_reason, error] : replies) {
      if (!error.empty())
        script += R"({"status":500,"attempts":1,"error":{"message":)" + quote_json(error) + "}}\n";
      script += R"({"content":)" + quote_json(text) + R"(,"finish_reason":)" +
                quote_json(finish_reason) + "}\n";
    }
    write_of(folder, "script.jsonl", script);
    return join_path(folder, "script.jsonl");
  }

  RunningProgram program_;
};

std::string click(const std::string& words, int x) {
  return words + "\n```python\nleft_click(" + std::to_string(x) + ", 500)\n```";
}

TEST(StuckModel, PausesIfTwoActionsAlternateWithVaryingText) {
  std::vector<Scripted> replies;
  for (int turn = 1; turn <= 10; ++turn)
    replies.push_back({click("Try " + std::to_string(turn), turn % 2 == 1 ? 100 : 900)});
  ScriptedModel model(replies);
  RunningProxy proxy({"--upstream", model.url()}, {{"FRANZ_LIMITS_PAUSE_AFTER_REPEATS", "3"}});
  EXPECT_NE(proxy.wait_for("paused: "), "") << proxy.output() << proxy.errors();
  EXPECT_NE(proxy.output().find("[limits] pause_after_repeats"), std::string::npos)
      << proxy.output();
}

TEST(StuckModel, PausesIfRepliesHaveNoActions) {
  ScriptedModel model({{"I look around."}, {"I think of a cat."}, {"I wonder about it."}});
  RunningProxy proxy({"--upstream", model.url(), "--profile", "narrative"},
                     {{"FRANZ_LIMITS_PAUSE_AFTER_FAILURES", "3"}});
  const std::string paused = proxy.wait_for("paused: ");
  EXPECT_NE(paused.find("the last 3 replies led to no action ([limits] pause_after_failures)"),
            std::string::npos)
      << proxy.output() << proxy.errors();
  EXPECT_NE(paused.find("I wonder about it."), std::string::npos) << paused;
}

TEST(StuckModel, CutRepliesAreReportedOnceAndRecorded) {
  ScriptedModel model(
      {{click("One", 100), "length"}, {click("Two", 300), "length"}, {click("Three", 500)}});
  RunningProxy proxy({"--upstream", model.url(), "--turns", "3"});
  const auto end = proxy.wait_for_end();
  ASSERT_TRUE(end && end->ok()) << proxy.output() << proxy.errors();
  const std::string output = proxy.output();
  const std::string warning = "the model's reply is cut off: it ended at max_tokens (";
  const std::size_t first = output.find(warning);
  EXPECT_NE(first, std::string::npos) << output;
  EXPECT_EQ(output.find(warning, first + 1), std::string::npos) << output;
  std::string reasons;
  for (const char* record : {"turn_0001.json", "turn_0002.json", "turn_0003.json"}) {
    Result<MessageFields> fields = MessageFields::parse(read_of(proxy.run_folder(), record));
    ASSERT_TRUE(fields.ok()) << fields.error().message;
    reasons += fields.value().text("/executor/in/finish_reason", "-") + " " +
               fields.value().text("/response/finish_reason") + "; ";
  }
  EXPECT_EQ(reasons, "- length; length length; length stop; ");
  const ProgramResult checked = verify(proxy.run_folder(), {"--strict"});
  EXPECT_EQ(checked.code, 0) << checked.output << checked.errors;
}

// Turn 2 is requested twice; the feedback of the second request is verified like everything else.
TEST(StuckModel, ALostReplyIsReportedToTheModelAndVerified) {
  ScriptedModel model(
      {{click("One", 100)},
       {click("Two", 300), "stop",
        "The model produced output that does not match the expected peg-native format"},
       {click("Three", 500)}});
  RunningProxy proxy({"--upstream", model.url(), "--turns", "3"});
  const auto end = proxy.wait_for_end();
  ASSERT_TRUE(end && end->ok()) << proxy.output() << proxy.errors();
  const std::string record = record_of_turn(proxy.run_folder(), 2);
  EXPECT_NE(record.find("reply_lost"), std::string::npos) << record;
  EXPECT_EQ(record_of_turn(proxy.run_folder(), 3).find("reply_lost"), std::string::npos);
  const ProgramResult checked = verify(proxy.run_folder(), {"--strict"});
  EXPECT_EQ(checked.code, 0) << checked.output << checked.errors;
}
}  // namespace
}  // namespace franz
