// proxy doctor --grounding against models of every convention, on servers that resize.
#include <gtest/gtest.h>
#include "common/wire/message_fields.h"
#include "tests/process/recorded_run.h"
#include "tests/process/running_proxy.h"

namespace franz {
namespace {
// Doctor's verdict on the demo model with these options: "found: pixels 28, pixels 28".
std::string measured(std::vector<std::string> habit) {
  habit.insert(habit.end(), {"--listen", "127.0.0.1:0", "--delay-ms", "0"});
  RunningProgram demo("demo_vlm", habit);
  const std::string line = demo.wait_for("http://");
  const ProgramResult result = run_program_of_ours(
      "proxy",
      {"doctor", "--grounding", "--json", "--upstream", line.substr(line.find("http://"))});
  Result<MessageFields> json = MessageFields::parse(result.output);
  if (!json.ok()) return result.output + result.errors;
  std::string text = json.value().text("/verdict") + ":";
  for (std::size_t i = 0; i < json.value().size("/spaces"); ++i)
    text += " " + json.value().text("/spaces/" + std::to_string(i) + "/coordinates") + ",";
  text.pop_back();
  EXPECT_EQ(result.code, text.starts_with("found") ? 0 : 1) << result.errors;
  return text;
}

TEST(Grounding, DetectsEachConvention) {
  const struct {
    std::vector<std::string> habit;
    const char* found;
  } rows[] = {
      {{"--coordinates", "0-1"}, "found: 0-1"},
      {{"--coordinates", "pixels"}, "found: pixels"},
      {{"--coordinates", "pixels 28"}, "found: pixels 28, pixels 28"},
      {{"--coordinates", "pixels 32"}, "found: pixels 32, pixels 32"},
      {{"--coordinates", "scalecua"}, "found: pixels 28"},
      {{"--coordinates", "gui-owl"}, "found: pixels 28"},
      {{"--coordinates", "pixels", "--noise", "2", "--wrong", "6"}, "found: pixels"},
      {{"--coordinates", "pixels 32", "--noise", "2", "--wrong", "6"},
       "found: pixels 32, pixels 32"},
      {{"--coordinates", "1092x612", "--noise", "1"}, "unknown"},
      {{"--coordinates", "guess"}, "guesses"},
  };
  for (const auto& row : rows) EXPECT_EQ(measured(row.habit), row.found) << row.habit[1];
  // Integers cannot distinguish these two.
  for (const char* divisor : {"0-1000", "0-999"}) {
    const std::string found = measured({"--coordinates", divisor});
    EXPECT_NE(found.find(divisor), std::string::npos) << found;
    EXPECT_EQ(found.find("pixels"), std::string::npos) << found;
  }
}

TEST(Grounding, PrintsTheLinesOfTheProfile) {
  RunningProgram demo("demo_vlm",
                      {"--listen", "127.0.0.1:0", "--delay-ms", "0", "--coordinates", "pixels 28"});
  const std::string line = demo.wait_for("http://");
  const ProgramResult result = run_program_of_ours(
      "proxy", {"doctor", "--grounding", "--upstream", line.substr(line.find("http://"))});
  EXPECT_EQ(result.code, 0) << result.errors;
  EXPECT_NE(result.output.find("coordinates: pixels after the resize of qwen2.5-vl\n"),
            std::string::npos)
      << result.output;
  EXPECT_NE(
      result.output.find("  coordinates = pixels 28\n  [surface]\n  picture = fit 1016064 grid "
                         "28\n"),
      std::string::npos)
      << result.output;
}

TEST(Grounding, ReportsAMissingServer) {
  const ProgramResult result = run_program_of_ours(
      "proxy", {"doctor", "--grounding", "--json", "--upstream", "http://127.0.0.1:9"});
  EXPECT_EQ(result.code, 1);
  EXPECT_EQ(result.output.find(
                R"({"verdict":"unasked","checks":[{"check":"model server","outcome":"failed")"),
            0U)
      << result.output;
}

TEST(Grounding, DemoModelRefusesAnUnknownConvention) {
  const ProgramResult result = run_program_of_ours("demo_vlm", {"--coordinates", "percent"});
  EXPECT_EQ(result.code, 2);
  EXPECT_NE(result.errors.find("--coordinates: \"percent\" is no convention for places"),
            std::string::npos)
      << result.errors;
}
}  // namespace
}  // namespace franz
