#pragma once
// The extension Extended Clipboard, by which text beyond Latin-1 is offered: we announce it, the
// server asks for it once a program pastes. LibVNCClient 0.9.14 ends the connection at a server's
// message of this kind, so our client reads these itself.
// Source: https://github.com/rfbproto/rfbproto, "Extended Clipboard Pseudo-Encoding".
#include <string>
#include <string_view>

namespace franz::executor {
class ExtendedClipboard {
 public:
  // The server has the extension, and takes text.
  bool is_known() const { return known_; }
  // The message that offers `text`, valid UTF-8.
  std::string offer(std::string text);
  // The server asked for the text that was offered last.
  bool was_read() const { return read_; }
  // What to answer to a server's message, of which `payload` follows the length; empty: nothing.
  std::string answer(std::string_view payload);

 private:
  bool known_ = false, read_ = false;
  std::string offered_;
};

// Without the extension. `text`: Latin-1.
std::string plain_clipboard_text(std::string_view text);
}  // namespace franz::executor
