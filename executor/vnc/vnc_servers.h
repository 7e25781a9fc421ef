#pragma once
// What is known of VNC servers by what they announce. RFB has no message that says which characters
// a server can type, so a character that a server would drop silently must be known here.
#include <cstddef>
#include <string_view>

namespace franz::executor {
// What a server announced since the connection was made.
struct VncAnnouncement {
  std::string_view name = {};      // of its screen
  std::string_view identity = {};  // the pseudo-encoding ServerIdentity; empty: none
  bool fence = false;              // the extension Fence
  bool key_codes = false;          // QEMU's extended key events
};

// Which characters arrive, measured with the servers themselves.
enum class TypeableText { ascii, latin1, bmp };

struct VncServerKind {
  std::string_view said;  // to follow "the VNC server", with a blank before it; may be empty
  TypeableText text = TypeableText::latin1;
  // Sends the codes of a US keyboard's keys instead of symbols.
  bool key_codes = false;
  // Between two key events: a machine's keyboard keeps 16 bytes, and drops what comes faster.
  int key_pause_ms = 0;
  // How many characters beyond ASCII may be typed. An X server's keyboard has about 19 keys without
  // a symbol. The VNC server gives them to characters that its layout lacks, keeps them until it
  // ends, and then drops other characters. 0: any number.
  std::size_t spare_keys = 0;
  // Programs receive the text that is offered as the clipboard.
  bool clipboard = true;
};

// A server that is not known gets Latin-1, which every server's table of symbols has.
VncServerKind vnc_server_kind(const VncAnnouncement& announced);
}  // namespace franz::executor
