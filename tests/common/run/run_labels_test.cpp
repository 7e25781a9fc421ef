#include "common/run/run_labels.h"
#include <gtest/gtest.h>
#include <string>
#include <utility>

namespace franz {
namespace {
std::string read(const std::string& json) {
  const Result<RunLabels> labels = parse_run_labels(json);
  return labels.ok() ? to_json(labels.value()) : labels.error().message;
}

TEST(RunLabels, AreReadWithinTheirLimitsAndWritten) {
  const auto run = [](const std::string& label) { return R"({"run_1":)" + label + "}"; };
  const std::string long_title(201, 'x'), long_tag(41, 'x');
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"{}", "{}"},
      {run(R"({"title":" the first cat ","tags":["cat"," slow ",""]})"),
       run(R"({"title":"the first cat","tags":["cat","slow"]})")},
      {run(R"({"title":"é"})"), run(R"({"title":"é","tags":[]})")},
      {run(R"({"title":"","tags":[]})"), "{}"},
      {R"({"a~b":{"title":"x"}})", R"({"a~b":{"title":"x","tags":[]}})"},
      {run(R"({"title":")" + long_title + "\"}"),
       "/run_1/title: expected at most 200 bytes of text"},
      {run(R"({"tags":[")" + long_tag + "\"]}"), "/run_1/tags: expected at most 40 bytes of text"},
      {run(R"({"tags":["1","2","3","4","5","6","7","8","9","10","11"]})"),
       "/run_1/tags: expected a list of at most 10"},
      {run(R"({"title":"a\u202eb"})"), "/run_1/title: expected a text without control characters"},
      {run(R"({"title":7})"), "/run_1/title: expected a text"},
  };
  for (const auto& [json, expected] : rows) EXPECT_EQ(read(json), expected) << json;
  EXPECT_FALSE(parse_run_labels("[]").ok());
}
}  // namespace
}  // namespace franz
