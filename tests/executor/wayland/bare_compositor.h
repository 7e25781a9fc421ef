#pragma once
// A Wayland compositor that offers named interfaces and does nothing, for tests. POSIX only.
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

namespace franz::executor {
// What a compositor with wl_seat, wl_output and zxdg_output_manager_v1 among its globals reports.
struct BareSession {
  std::string keymap = {};              // of its keyboard, in the text form of XKB
  std::uint32_t width = 0, height = 0;  // of its monitor as programs see it
};

class BareCompositor {
 public:
  // Listens at `path`. `interfaces`: its globals; version 1 of each.
  BareCompositor(const std::string& path, std::vector<std::string> interfaces,
                 BareSession session = {});
  ~BareCompositor();
  BareCompositor(const BareCompositor&) = delete;
  BareCompositor& operator=(const BareCompositor&) = delete;

 private:
  void serve();
  void answer(int program);
  void describe(int program, const std::string& interface, std::uint32_t code,
                std::uint32_t object) const;

  std::vector<std::string> interfaces_;
  BareSession session_;
  int listening_ = -1;
  std::thread thread_;
};
}  // namespace franz::executor
