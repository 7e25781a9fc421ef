#pragma once
// The form in which a reply's text is sent back to its model. A form is a pure function of the
// text's JSON string token that cuts or inserts at offsets, so all remaining bytes are the received
// ones; verify compares a request with the digest of the same function. A family of models has its
// own forms (common/formats/format.h).
#include <string>
#include <string_view>

namespace franz {
struct SentForm {
  std::string_view name;
  // The token of a reply's text in this form. Defined for every token. Linear time.
  std::string (*of)(const std::string& token) = nullptr;
  // A memory that the model keeps in its replies: the newest reply that contains one is sent. A
  // reply without one has the form "\"\"".
  bool is_own_memory = false;
  // The smallest reply text whose form is not empty; used if `is_own_memory`.
  std::string_view example = {};
};

std::string whole_text(const std::string& token);
std::string text_without_thoughts(const std::string& token);

inline constexpr SentForm kWholeText{"whole", whole_text};  // to the byte
// common/base/thoughts.h; line ends after them dropped.
inline constexpr SentForm kWithoutThoughts{"without_thoughts", text_without_thoughts};
}  // namespace franz
