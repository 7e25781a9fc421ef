#pragma once
// The clipboard of a Wayland session, by zwlr_data_control_manager_v1.
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>
#include "common/base/result.h"
#include "executor/wayland/wayland_connection.h"
#include "executor/wayland/wayland_globals.h"

namespace franz::executor {
// Contents of a clipboard: each MIME type with its bytes.
using ClipboardContents = std::vector<std::pair<std::string, std::string>>;

class DataControl {
 public:
  // `connection` and `globals` outlive it. Null: the compositor lacks the protocol.
  static std::unique_ptr<DataControl> make(WaylandConnection& connection,
                                           const WaylandGlobals& globals);
  ~DataControl();

  // Remembers what the clipboard contains in all its types, up to kMaxClipboardBytes, and offers
  // `text`. Waits some seconds at most for the program that owns the clipboard. The value is a note
  // for BridgeAnswer: what cannot be restored; empty: nothing. Failure: ErrorCode::lost.
  Result<std::string> offer(const std::string& text);
  // The paste keys are being pressed: who reads from now on counts as the one who pastes, unlike a
  // clipboard manager, which reads at once.
  void keys_were_pressed() { keys_pressed_ = true; }
  // Waits some seconds at most until the text was read, and offers the earlier contents again, as
  // long as this object lives. False: no program read it. Failure: ErrorCode::lost.
  Result<bool> restore();

  // Writes what programs are reading; call it often while is_writing().
  void write_pending();
  bool is_writing() const { return !writing_.empty(); }

 private:
  struct Offer;
  struct Callbacks;
  struct Writing;
  explicit DataControl(WaylandConnection& connection);
  Result<std::pair<ClipboardContents, std::string>> read_current();
  void set_selection(const ClipboardContents& contents);
  void start_writing(const std::string& type, int to);

  WaylandConnection* connection_;
  const WaylandGlobals* globals_ = nullptr;
  Proxy device_;
  wl_proxy* source_ = nullptr;  // ours, while it is the clipboard
  std::vector<std::unique_ptr<Offer>> offers_;
  Offer* current_ = nullptr;  // null: the clipboard is empty
  std::vector<std::pair<std::string, std::shared_ptr<const std::string>>> offered_;
  bool offers_text_ = false;  // offered_ is offer()'s text
  ClipboardContents earlier_;
  bool keys_pressed_ = false, was_pasted_ = false;
  std::vector<std::unique_ptr<Writing>> writing_;
};

inline constexpr std::size_t kMaxClipboardBytes = 64UL << 20U;
}  // namespace franz::executor
