// The real executor with a capturer that fails in every way.
#include <gtest/gtest.h>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>
#include "common/base/json_string.h"
#include "common/os/child_process.h"
#include "common/wire/executor_messages.h"
#include "tests/support/system_words.h"
#include "tests/support/test_paths.h"

namespace franz {
namespace {
namespace fs = std::filesystem;

class ExecutorProcess : public testing::Test {
 protected:
  // Creates a folder for the test with the executor in it.
  void SetUp() override {
    folder_ = fs::path(kTestOut) / "executor" /
              testing::UnitTest::GetInstance()->current_test_info()->name();
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    fs::copy_file(kExecutor, folder_ / fs::path(kExecutor).filename());
  }

  void add_fake_capturer() {
    const fs::path fake = kFakeCapturer;
    fs::copy_file(fake, folder_ / ("capturer" + fake.extension().string()));
  }

  ChildOutcome run(const std::string& input, const std::string& mode,
                   std::vector<std::string> arguments = {}) {
    const ChildCommand command{
        (folder_ / "executor").string(), std::move(arguments), {{"FAKE_CAPTURER", mode}}, ""};
    return run_child(command, input, std::chrono::seconds(60));
  }

  static std::string request(const std::string& code, int capturer_timeout_ms = 30000) {
    ExecutorRequest request;
    request.options.run_dir = "/nowhere";
    request.options.time = "2026-01-31T12:00:00Z";
    request.reply = Reply{quote_json("```python\n" + code + "\n```"), {}};
    request.tools = {{"left_click", true}, {"drag", true}};
    request.capturer_timeout_ms = capturer_timeout_ms;
    return to_json(request);
  }

  ExecutorReply answer(const std::string& input, const std::string& mode) {
    const ChildOutcome outcome = run(input, mode);
    EXPECT_TRUE(outcome.end.ok()) << outcome.errors;
    errors_ = outcome.errors;
    const Result<ExecutorReply> reply = parse_executor_reply(outcome.output);
    EXPECT_TRUE(reply.ok()) << (reply.ok() ? "" : reply.error().message);
    return reply.ok() ? reply.value() : ExecutorReply{};
  }

  fs::path folder_;
  std::string errors_;
};
}  // namespace

TEST_F(ExecutorProcess, SendsCanonicalCallsAndReturnsThePicture) {
  add_fake_capturer();
  const ExecutorReply reply = answer(request("click(y=2, x=1)"), "answer");
  EXPECT_EQ(reply.screenshot_b64, "cGljdHVyZQ==");
  ASSERT_EQ(reply.items.size(), 1U);
  EXPECT_EQ(reply.items[0].call, "left_click(1, 2)");
  ASSERT_EQ(reply.warnings.size(), 1U);
  EXPECT_NE(reply.warnings[0].text.find("'actions':['left_click(1, 2)']"), std::string::npos)
      << reply.warnings[0].text;
  EXPECT_EQ(reply.warnings[0].text.find("python"), std::string::npos)
      << "model text reached the capturer";
  EXPECT_GT(reply.timings_ms.capture_ms, 0);
}

TEST_F(ExecutorProcess, ContinuesWhenTheCapturerCrashes) {
  add_fake_capturer();
  const ExecutorReply reply = answer(request("click(1, 2)"), "crash");
  EXPECT_EQ(reply.feedback,
            "ERROR: the capturer ended without an answer; there is no picture this turn.");
  EXPECT_EQ(reply.screenshot_b64, "");
  EXPECT_EQ(reply.degraded, std::vector<std::string>{"capturer: " + words::aborted()});
}

TEST_F(ExecutorProcess, ContinuesWhenTheCapturerDoesNotReadALargeRequest) {
  add_fake_capturer();
  std::string code;
  for (int i = 0; i < 20000; ++i) code += "drag(100, 200, 300, 400)\n";
  const ExecutorReply reply = answer(request(code), "silence");
  EXPECT_EQ(
      reply.feedback,
      "ERROR: the capturer gave an answer that cannot be read; there is no picture this turn.");
  EXPECT_EQ(reply.items.size(), 20000U);
}

TEST_F(ExecutorProcess, ContinuesWhenTheCapturerRefuses) {
  add_fake_capturer();
  const ExecutorReply reply = answer(request("click(1, 2)"), "refuse");
  EXPECT_EQ(reply.degraded, std::vector<std::string>{"capturer: ended with exit code 1"});
  EXPECT_NE(errors_.find("capturer: request: /width: expected 1..8192\n"), std::string::npos);
}

TEST_F(ExecutorProcess, ContinuesWhenTheCapturerHangs) {
  add_fake_capturer();
  const ExecutorReply reply = answer(request("click(1, 2)", 200), "hang");
  EXPECT_EQ(reply.feedback,
            "ERROR: the capturer did not answer in 0.2 s; there is no picture this turn.");
  ASSERT_EQ(reply.items.size(), 1U);
  EXPECT_EQ(reply.items[0].outcome, Outcome::partial);
}

TEST_F(ExecutorProcess, ContinuesWhenTheCapturerPrintsRubbish) {
  add_fake_capturer();
  const ExecutorReply reply = answer(request("click(1, 2)"), "rubbish");
  EXPECT_EQ(
      reply.feedback,
      "ERROR: the capturer gave an answer that cannot be read; there is no picture this turn.");
}

TEST_F(ExecutorProcess, ContinuesWhenTheCapturerIsMissing) {
  const ExecutorReply reply = answer(request("click(1, 2)"), "");
  EXPECT_EQ(reply.feedback,
            "ERROR: the capturer could not be started; there is no picture this turn.");
  ASSERT_EQ(reply.degraded.size(), 1U);
  EXPECT_TRUE(reply.degraded[0].starts_with("capturer: could not be started: "))
      << reply.degraded[0];
}

// One entry per reply: the capturer's first warning, the capturer's failure, or the refusal.
static std::vector<std::string> outcomes_of(const std::string& output) {
  std::vector<std::string> outcomes;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    const Result<ExecutorReply> reply = parse_executor_reply(line);
    if (!reply.ok()) {
      outcomes.push_back(line);
    } else if (!reply.value().degraded.empty()) {
      outcomes.push_back(reply.value().degraded[0]);
    } else {
      outcomes.push_back(reply.value().warnings.at(0).text);
    }
  }
  return outcomes;
}

TEST_F(ExecutorProcess, LinesAreAnsweredWithOneCapturer) {
  add_fake_capturer();
  const std::string line = request("click(1, 2)") + "\n";
  const ChildOutcome outcome = run(line + "{}\n" + line + "\n" + line, "answer", {"--lines"});
  EXPECT_TRUE(outcome.end.ok()) << outcome.errors;
  EXPECT_EQ(
      outcomes_of(outcome.output),
      (std::vector<std::string>{
          "line 1",
          R"({"protocol":"franz.executor.v2","refused":"request: /protocol: expected \"franz.executor.v2\""})",
          "line 2",
          R"({"protocol":"franz.executor.v2","refused":"request: expected one JSON object: no JSON at position 0"})",
          "line 3"}));
}

TEST_F(ExecutorProcess, RestartsACapturerThatFailedAtALine) {
  add_fake_capturer();
  const std::string patient = request("click(1, 2)") + "\n";
  EXPECT_EQ(
      outcomes_of(run(patient + patient + patient, "crash at the second", {"--lines"}).output),
      (std::vector<std::string>{"line 1", "capturer: " + words::aborted(), "line 1"}));
  const std::string hasty = request("click(1, 2)", 300) + "\n";
  EXPECT_EQ(outcomes_of(run(patient + hasty + patient, "hang at the second", {"--lines"}).output),
            (std::vector<std::string>{"line 1", "capturer: no answer in 300 ms", "line 1"}));
}

TEST_F(ExecutorProcess, NamesTheFirstWrongFieldOfAMessage) {
  const struct {
    const char* input;
    const char* error;
  } rows[] = {
      {"", "executor: request: expected one JSON object"},
      {"[]", "executor: request: expected one JSON object"},
      {R"({"protocol":"franz.executor.v9"})", "executor: request: /protocol: expected "},
      {R"({"protocol":"franz.executor.v2","turn":0})", "executor: request: /"},
  };
  for (const auto& [input, error] : rows) {
    const ChildOutcome outcome = run(input, "");
    EXPECT_EQ(outcome.end.kind, ChildEnd::Kind::exited);
    EXPECT_EQ(outcome.end.code, 1);
    EXPECT_EQ(outcome.output, "");
    EXPECT_TRUE(outcome.errors.starts_with(error)) << outcome.errors;
  }
}

TEST_F(ExecutorProcess, PrintsItsUsage) {
  EXPECT_EQ(run("", "", {"--version"}).output, "executor " FRANZ_VERSION "\n");
  EXPECT_TRUE(run("", "", {"--help"}).output.starts_with("executor: "));
  const ChildOutcome wrong = run("", "", {"--frobnicate"});
  EXPECT_EQ(wrong.end.code, 2);
  EXPECT_TRUE(wrong.errors.starts_with("executor: invalid arguments: --frobnicate\n"));
}
}  // namespace franz
