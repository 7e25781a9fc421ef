#pragma once
// A connection to a VNC server, through LibVNCClient. Any failure ends it; the owner connects
// again. One connection exists at a time, since the library's log is one for the process.
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>
#include "common/base/result.h"
#include "common/geometry/screen_map.h"
#include "common/wire/bridge_messages.h"
#include "executor/vnc/key_strokes.h"
#include "executor/vnc/vnc_failure.h"
#include "executor/vnc/vnc_security.h"
#include "executor/vnc/vnc_servers.h"

namespace franz::executor {
class VncClient {
 public:
  struct Options {
    bool is_local;  // the server is on this machine: no proof and no encryption are asked for
    // The encodings of pixels that the server may use, in the order of preference: raw, copyrect,
    // hextile, zrle, tight. All of them keep every pixel.
    std::vector<std::string> encodings;
  };
  static Options options_for(const BridgeSetup& setup);

  // Connects, proves the user, and receives the first picture; takes up to some seconds.
  static Result<std::unique_ptr<VncClient>, VncFailure> open(const BridgeSetup& setup,
                                                             const Options& options);
  virtual ~VncClient() = default;

  virtual Size size() const = 0;
  // 0x??RRGGBB for each, row by row; valid until the next call.
  virtual std::span<const std::uint32_t> pixels() const = 0;
  virtual std::string name() const = 0;  // that the server gives its screen, printable
  virtual VncSecurity security() const = 0;
  virtual VncServerKind kind() const = 0;

  virtual int descriptor() const = 0;
  // There is something to read that descriptor() does not show.
  virtual bool has_buffered() const = 0;
  // Reads what has arrived. Failure of this and the others: the connection is lost, and why.
  virtual Status receive() = 0;

  // Brings pixels() up to what the server's screen was at the time of the call, or later. Failure
  // with ErrorCode::failed: the server gave no picture in time.
  virtual Status refresh() = 0;

  // Failure: it is unknown how much arrived.
  virtual Status send(const VncStroke& stroke) = 0;
  virtual Status send_pointer(Point at, int buttons) = 0;
  // Whether the clipboard carries every character; else Latin-1.
  virtual bool has_unicode_clipboard() const = 0;
  // `text`: UTF-8 or Latin-1; its line ends are \n.
  virtual Status send_clipboard(std::string text) = 0;
  // With a Unicode clipboard: waits some seconds at most until the server asks for the text that
  // was offered last, because a program pastes it. False: it did not.
  virtual Result<bool> wait_for_paste() = 0;
};
}  // namespace franz::executor
