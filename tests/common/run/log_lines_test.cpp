#include "common/run/log_lines.h"
#include <gtest/gtest.h>
#include <utility>
#include <vector>

namespace franz {
namespace {
std::string log_line_text(const LogLine& line) {
  return line.time + "|" + line.level + "|" + line.source + "|" + line.text;
}

TEST(LogLines, AreReadFromTheFilesOfARun) {
  const std::string time = "2026-01-31T12:00:00.250Z";
  const std::vector<std::pair<std::string, std::string>> rows = {
      {time + " warning: no picture", time + "|warning|proxy|no picture"},
      {time + " plain words", time + "|info|proxy|plain words"},
      {time + " warning:x", time + "|info|proxy|warning:x"},
      {time + " error: a\xff", time + "|error|proxy|a\xef\xbf\xbd"},
      {"a line without a time", "|info|proxy|a line without a time"},
      {"", "|info|proxy|"},
  };
  for (const auto& [line, expected] : rows)
    EXPECT_EQ(log_line_text(parse_log_line(line, "proxy")), expected) << line;
}
}  // namespace
}  // namespace franz
