#pragma once
// A result of `proxy doctor`: a line for people, an object for machines.
//   [{"check":"model server","outcome":"failed","found":"nothing listens at …",
//     "fix":"start …"},…]
#include <string>
#include <vector>

namespace franz::proxy {
enum class CheckOutcome { ok, warning, failed, skipped };

struct Check {
  std::string name;  // "model server"
  CheckOutcome outcome = CheckOutcome::ok;
  std::string found;  // one line, or several
  std::string fix;    // how to fix it, one step per line; empty: nothing to do
};

enum class Paint { plain, colours };

// "✓ ok       model server    …" with its newline. The fix follows, indented after an arrow.
// Control characters in a server's message are escaped.
std::string check_text(const Check& check, Paint paint);

// "14 checks: 12 ok, 1 warning, 1 FAILED", with its newline.
std::string checks_summary(const std::vector<Check>& checks);

std::string checks_json(const std::vector<Check>& checks);

bool any_failed(const std::vector<Check>& checks);
}  // namespace franz::proxy
