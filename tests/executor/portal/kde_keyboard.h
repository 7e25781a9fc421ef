#pragma once
// The keyboard of a session of KDE, for tests. POSIX only.
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>

using GDBusConnection = struct _GDBusConnection;
using GDBusMessage = struct _GDBusMessage;

namespace franz::executor {
// The keymap of a keyboard with these layouts ("us,de"), in the text form of XKB.
std::string keymap_of(const std::string& layouts);

// Says on the session bus which layout is in use, as KWin does if there are several.
class KdeKeyboard {
 public:
  explicit KdeKeyboard(std::optional<std::uint32_t> layout);
  ~KdeKeyboard();
  KdeKeyboard(const KdeKeyboard&) = delete;
  KdeKeyboard& operator=(const KdeKeyboard&) = delete;

  // Nothing: from now on the answer is an error.
  void use(std::optional<std::uint32_t> layout);

 private:
  static GDBusMessage* answer(GDBusConnection* bus, GDBusMessage* message, int is_incoming,
                              void* keyboard);

  std::mutex mutex_;
  std::optional<std::uint32_t> layout_;
  GDBusConnection* bus_ = nullptr;
};
}  // namespace franz::executor
