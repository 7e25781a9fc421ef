#include "proxy/tasks/score.h"
#include <gtest/gtest.h>
#include "proxy/tasks/task_result.h"

namespace franz::proxy {
static Task task_of(const std::string& checkpoints) {
  Result<Task> read =
      parse_task(R"({"id":"a","instruction":"b","evaluator":{"checkpoints":)" + checkpoints + "}}");
  EXPECT_TRUE(read.ok()) << read.error().message;
  return read.ok() ? std::move(read).value() : Task{};
}

static std::string contains(const std::string& name, const std::string& file,
                            const std::string& more = "") {
  return R"({"name":")" + name + R"(","func":"file_contains","result":{"type":"vm_file","path":")" +
         file + R"("},"expected":{"type":"rule","rules":{"expected":["x"]}})" + more + "}";
}

static GetterResult file(const std::string& name, const std::string& bytes) {
  return {R"({"type":"vm_file","path":")" + name + R"("})", GetterResult::Kind::stored, bytes, ""};
}

static std::string text_of(const Score& score) {
  std::string text = (score.success ? "success " : "failure ") + std::to_string(score.partial);
  for (const CheckpointScore& each : score.checkpoints)
    text += "\n" + each.name + (each.reached ? ": reached" : ": missed") +
            (each.why.empty() ? "" : ": " + each.why);
  return text;
}

TEST(Score, WeighsTheCheckpointsThatAreReached) {
  const Task task =
      task_of("[" + contains("a", "a", R"(,"weight":3)") + "," + contains("b", "b") + "]");
  EXPECT_EQ(text_of(check_results(task, {file("a", "x"), file("b", "x")}).value()),
            "success 1.000000\na: reached\nb: reached");
  EXPECT_EQ(text_of(check_results(task, {file("a", "x"), file("b", "")}).value()),
            "failure 0.750000\na: reached\n"
            "b: missed: file_contains: \"x\" is missing in \"\"");
  EXPECT_EQ(text_of(check_results(task, {}).value()),
            "failure 0.000000\n"
            "a: missed: file_contains: {\"type\":\"vm_file\",\"path\":\"a\"}: it was not taken\n"
            "b: missed: file_contains: {\"type\":\"vm_file\",\"path\":\"b\"}: it was not taken");
}

TEST(Score, IsNothingIfSomethingForbiddenHappened) {
  const Task task =
      task_of("[" + contains("a", "a") + "," + contains("bad", "b", R"(,"must_not":true)") + "]");
  EXPECT_EQ(text_of(check_results(task, {file("a", "x"), file("b", "")}).value()),
            "success 1.000000\na: reached\n"
            "bad: missed: file_contains: \"x\" is missing in \"\"");
  EXPECT_EQ(text_of(check_results(task, {file("a", "x"), file("b", "x")}).value()),
            "failure 0.000000\na: reached\nbad: reached");
  // A file that is not there cannot contain it; one that could not be read may.
  GetterResult refused = file("b", "");
  refused.kind = GetterResult::Kind::missing;
  EXPECT_TRUE(check_results(task, {file("a", "x"), refused}).value().success);
  refused.kind = GetterResult::Kind::refused;
  refused.why = "is a link";
  EXPECT_EQ(text_of(check_results(task, {file("a", "x"), refused}).value()),
            "failure 0.000000\na: reached\nbad: reached: it cannot be ruled out: file_contains: "
            "{\"type\":\"vm_file\",\"path\":\"b\"}: is a link");
}

TEST(Score, JoinsTheChecksOfACheckpoint) {
  const auto task = [](const std::string& conj) {
    return task_of(R"([{"name":"a","conj":")" + conj +
                   R"(","func":["file_contains","file_contains"],
      "result":[{"type":"vm_file","path":"a"},{"type":"vm_file","path":"b"}],
      "expected":[{"type":"rule","rules":{"expected":["x"]}},
                  {"type":"rule","rules":{"expected":["y"]}}]}])");
  };
  const std::vector<GetterResult> results = {file("a", "x"), file("b", "x")};
  EXPECT_FALSE(check_results(task("and"), results).value().success);
  EXPECT_TRUE(check_results(task("or"), results).value().success);
}

TEST(TaskResult, IsReadAsItWasWritten) {
  TaskResult result;
  result.task = "form";
  result.digest = std::string(64, 'a');
  result.why = "done: I saved it";
  result.score = {false, 0.5, {{"a", 2, false, true, ""}, {"b", 2, false, false, "no \"x\""}}};
  result.results = {{"{}", GetterResult::Kind::stored, std::string(64, 'b'), 6, ""},
                    {"{1}", GetterResult::Kind::refused, "", 0, "is a link"}};
  result.files = {{"files/a.csv", 12, std::string(64, 'c')}};
  result.person = true;
  const Result<TaskResult> read = parse_task_result(to_json(result));
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(to_json(read.value()), to_json(result));
  EXPECT_EQ(read.value().score, result.score);
  EXPECT_EQ(read.value().results, result.results);
  std::string wrong = to_json(result);
  wrong.replace(wrong.find("measured"), 8, "surmised");
  EXPECT_EQ(parse_task_result(wrong).error().message,
            "/outcome: expected one of measured, infrastructure, skipped");
}
}  // namespace franz::proxy
