#pragma once
// Which key events make a key or a text arrive at a VNC server.
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"
#include "executor/vnc/vnc_servers.h"

namespace franz::executor {
// RFC 6143 §7.5.4, and QEMU's extended key event.
struct VncStroke {
  std::uint32_t symbol = 0;
  std::uint32_t code = 0;  // 0: only the symbol is sent
  bool down = false;
  friend bool operator==(const VncStroke&, const VncStroke&) = default;
};

// `name`: as from key_name(). `shift_is_held`: by an earlier stroke; a letter is then the capital.
// Failure: names the key and the server.
Result<std::vector<VncStroke>> key_strokes(const std::string& name, bool down,
                                           const VncServerKind& server, bool shift_is_held = false);
// `text`: valid UTF-8; its line ends are Return. `typed`: the symbols beyond ASCII that were
// pressed before. Failure: names the first character that the server cannot type.
Result<std::vector<VncStroke>> text_strokes(std::string_view text, const VncServerKind& server,
                                            const std::set<std::uint32_t>& typed);
// Whether the symbol is a character beyond ASCII, which may take one of the server's spare keys.
bool may_need_spare_key(std::uint32_t symbol);
// Releases every modifier, on both sides of the keyboard.
std::vector<VncStroke> modifier_releases(const VncServerKind& server);
}  // namespace franz::executor
