#pragma once
// The last lines that a program wrote, for a message about how it ended.
#include <deque>
#include <string>
#include <string_view>

namespace franz {
// Keeps the last three non-empty lines, made printable, each at most 200 bytes.
class LastLines {
 public:
  void add(std::string_view line);
  void add_all(std::string_view text);  // each of its lines
  // `end` with the lines: "ended with exit code 3: no display; giving up".
  std::string after(std::string_view end) const;

 private:
  std::deque<std::string> lines_;
};
}  // namespace franz
