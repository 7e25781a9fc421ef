#include "executor/vnc/vnc_servers.h"

namespace franz::executor {
VncServerKind vnc_server_kind(const VncAnnouncement& announced) {
  // QEMU maps symbols by its own table (-k), and passes codes on as they are. The machine's system
  // must have a US keyboard.
  if (announced.name.starts_with("QEMU"))
    return {" of QEMU", TypeableText::ascii, announced.key_codes, 5};
  // It drops each symbol that its keyboard layout lacks.
  if (announced.name == "WayVNC") return {" wayvnc", TypeableText::ascii};
  if (announced.identity.starts_with("x11vnc")) return {" x11vnc", TypeableText::bmp};
  // TigerVNC and TurboVNC add symbols that the layout lacks.
  if (announced.fence) return {"", TypeableText::bmp};
  return {};
}
}  // namespace franz::executor
