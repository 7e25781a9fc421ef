#pragma once
// SHA256SUMS: what the files of a run were when they were finished, as `sha256sum -c` reads it.
//   3a7bd3e2360a3d29eea436fcfb7e44c735d117c42d1c1835420b6b9942dd4f1b  turn_0001.json
// Source: GNU coreutils manual, "md5sum invocation": 64 hex digits, two blanks, the name, LF. Our
// names hold neither a backslash nor a line end, so no line is escaped.
#include <cstddef>
#include <string>
#include <string_view>
#include "common/base/result.h"

namespace franz {
inline constexpr const char* kSumsFile = "SHA256SUMS";
inline constexpr std::size_t kMaxListedName = 255;  // bytes; no folder of ours has longer ones

struct Sum {
  std::string sha256;  // 64 digits, lower case
  std::string name;    // in the run folder, parts joined by /
  bool operator==(const Sum&) const = default;
};

std::string to_line(const Sum& sum);  // with its end

// One line without its end. Failure: it is none, or a name that leaves the folder ("..", a leading
// slash, a backslash) or has more than kMaxListedName bytes.
Result<Sum> parse_sum(std::string_view line);
}  // namespace franz
