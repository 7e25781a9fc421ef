#pragma once
// Values that must not be shown or stored, above all an API key. Each occurrence is replaced by as
// many * as it has bytes, so a masked message keeps its length, its framing and, in JSON, its form.
// A value is recognized in plain form, in its JSON string form and in its URL form.
//
// A value that is not written in one piece is not found: split by chunk framing or by the pieces of
// an event stream (the joined text is masked), written with unnecessary escapes (\u0073), encoded
// as a whole (base64), or drawn into a picture.
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace franz {
class Secrets {
 public:
  // Shorter values are placeholders for servers that accept any key ("none", "ollama"). They are
  // not secrets, and ordinary text contains them.
  static constexpr std::size_t kShortest = 8;  // bytes
  // The least length of a value that is known to be a secret, such as the password of a VNC server.
  // The members and numbers of JSON messages and the text of pictures contain shorter ones by
  // chance, and a message that is masked there can no longer be read.
  static constexpr std::size_t kShortestKnown = 6;

  // Adds a value. Values that are shorter than `shortest` or already known are skipped.
  void add(std::string_view value, std::size_t shortest = kShortest);

  bool empty() const { return forms_.empty(); }
  bool found_in(std::string_view text) const;
  // The text with every value masked. If two overlap, the first is masked; if two begin together,
  // the longer. Linear in its length.
  std::string mask(std::string_view text) const;
  // Where a possible beginning of a value starts at the text's end; the text's size if there is
  // none. The text before it can be masked although more text follows.
  std::size_t open_end(std::string_view text) const;

 private:
  std::vector<std::string> forms_;  // as written in texts; the longest first
};

// Whether `masked` may be the result of mask() on `text` for some secret: the same length, and
// different only in runs of at least Secrets::kShortestKnown *.
bool is_masked_form(std::string_view text, std::string_view masked);
}  // namespace franz
