#include "executor/vnc/vnc_servers.h"

namespace franz::executor {
namespace {
// Leaves some for other clients of the server.
constexpr std::size_t kSpareKeys = 16;

// Its screen's name ends with the display, unless a person chose another (-desktop).
bool is_x11vnc(const VncAnnouncement& announced) {
  if (announced.identity.find("(LibVNCServer ") == std::string_view::npos) return false;
  const std::size_t colon = announced.name.rfind(':');
  return colon != std::string_view::npos && colon + 1 < announced.name.size() &&
         announced.name.find_first_not_of("0123456789.", colon + 1) == std::string_view::npos;
}
}  // namespace

VncServerKind vnc_server_kind(const VncAnnouncement& announced) {
  // It offers the clipboard only to an agent within the machine. QEMU maps symbols by its own table
  // (-k), and passes codes on as they are. The machine's system must have a US keyboard.
  if (announced.name.starts_with("QEMU"))
    return {" of QEMU", TypeableText::ascii, announced.key_codes, 5, 0, false};
  // It drops each symbol that its keyboard layout lacks.
  if (announced.name == "WayVNC") return {" wayvnc", TypeableText::ascii};
  // 0.9.16 becomes the owner of the selections, and then refuses each program that asks for them.
  if (is_x11vnc(announced)) return {" x11vnc", TypeableText::bmp, false, 0, kSpareKeys, false};
  // TigerVNC and TurboVNC.
  if (announced.fence) return {"", TypeableText::bmp, false, 0, kSpareKeys};
  return {};
}
}  // namespace franz::executor
