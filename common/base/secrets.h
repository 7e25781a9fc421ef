#pragma once
// Values that must not be shown or stored, an API key above all. Each place where one stands reads
// as many * as it has bytes: a message that is masked keeps its length, its framing and, in JSON,
// its form. A value is known as it is, as a JSON string holds it and as a URL holds it.
//
// Out of reach is a value that is not written in one piece: split by the framing of chunks or by
// the pieces of a stream of events (the text that they make together is masked), written with
// escapes that nobody needs (\u0073), encoded as a whole (base64), or drawn into a picture.
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace franz {
class Secrets {
 public:
  // Shorter values only fill in where a server takes any key ("none", "ollama"): they are no
  // secrets, and ordinary text holds them.
  static constexpr std::size_t kShortest = 8;  // bytes

  // One more value; one that is too short or known is passed over.
  void add(std::string_view value);

  bool empty() const { return forms_.empty(); }
  bool found_in(std::string_view text) const;
  // The text with each of them masked; of two that overlap the first, of two that begin together
  // the longer. Linear in its length.
  std::string mask(std::string_view text) const;
  // Where the text's end begins that may be the beginning of one; its size if it is none. What
  // stands before can be masked though the text goes on.
  std::size_t open_end(std::string_view text) const;

 private:
  std::vector<std::string> forms_;  // as they are written; the longest first
};

// Whether `masked` is what mask() makes of `text` for some secret: as long, and other characters
// only where it has at least Secrets::kShortest * in a row.
bool is_masked_form(std::string_view text, std::string_view masked);
}  // namespace franz
