#pragma once
// What people call their runs: titles and tags, in one file next to the run folders, because
// nothing is written into a run after its end.
//   {"run_20261125_194007":{"title":"the first cat","tags":["cat","slow"]}}
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"
#include "common/wire/message_fields.h"

namespace franz {
inline constexpr const char* kLabelsFile = "labels.json";  // in the folder of runs
inline constexpr std::size_t kMaxLabelsFile = 4UL << 20U;  // bytes
inline constexpr std::size_t kMaxTitle = 200;              // bytes
inline constexpr std::size_t kMaxTags = 10, kMaxTag = 40;  // of a run; bytes of a tag

struct RunLabel {
  std::string title;              // empty: none
  std::vector<std::string> tags;  // none is empty
  bool operator==(const RunLabel&) const = default;
  bool empty() const { return title.empty() && tags.empty(); }
};
using RunLabels = std::map<std::string, RunLabel>;  // by the name of the run's folder

// Reads "title" and "tags" of the object at `pointer`; both may be missing. Blanks around a text
// are removed, and empty tags left out. Failure, in `fields`: a text is too long or has control
// characters, or there are too many tags.
RunLabel read_run_label(MessageFields& fields, const std::string& pointer);

// Failure: it is not such a file; names the wrong member.
Result<RunLabels> parse_run_labels(std::string_view json);
// Without empty labels.
std::string to_json(const RunLabels& labels);
}  // namespace franz
