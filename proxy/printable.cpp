#include "proxy/printable.h"
#include "common/base/utf8.h"

namespace franz::proxy {
std::string printable(std::string_view text) {
  std::string line;
  while (!text.empty()) {
    const DecodedCharacter character = decode_utf8(text);
    const bool control = character.code < 0x20 || (character.code >= 0x7F && character.code < 0xA0);
    if (control) {
      line += ' ';
    } else {
      append_utf8(line, character.code);
    }
    text.remove_prefix(character.length);
  }
  return to_valid_utf8(line);
}
}  // namespace franz::proxy
