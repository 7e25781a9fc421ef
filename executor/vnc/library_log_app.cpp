#include "executor/vnc/library_log_app.h"
#include <rfb/rfbclient.h>
#include <array>
#include <cstdarg>
#include <cstdio>
#include <string_view>
#include "common/base/printable.h"
#include "common/base/utf8.h"

namespace franz::executor {
namespace {
LibraryLog written;

// Where the library's sentences begin that say more than that something failed.
constexpr std::string_view kReason = "VNC connection failed: ",
                           kRefused = "VNC authentication failed",
                           kIdentity = "Connected to Server \"", kCertificate = "The certificate",
                           kNoType = "Unknown authentication scheme";

void keep_line(const char* format, ...) {
  std::array<char, 1024> bytes;
  std::va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(bytes.data(), bytes.size(), format, arguments);
  va_end(arguments);
  std::string line = printable(to_valid_utf8(bytes.data()));
  while (line.ends_with(' ')) line.pop_back();
  if (line.empty()) return;
  if (line.starts_with(kReason)) {
    written.refused = true;
    line.erase(0, kReason.size());
  }
  if (line.starts_with(kRefused)) written.refused = true;
  if (line.starts_with(kIdentity)) {
    written.identity = line.substr(kIdentity.size());
    return;
  }
  if (line.starts_with(kNoType)) written.no_type = true;
  if (line.starts_with(kCertificate)) written.certificate = line;
  written.last_line = line;
}
}  // namespace

void begin_library_log() {
  rfbClientLog = keep_line;
  rfbClientErr = keep_line;
  written = {};
}

const LibraryLog& library_log() { return written; }
}  // namespace franz::executor
