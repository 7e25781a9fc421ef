#pragma once
// A Wayland compositor that offers named interfaces and does nothing, for tests. POSIX only.
#include <string>
#include <thread>
#include <vector>

namespace franz::executor {
class BareCompositor {
 public:
  // Listens at `path`. `interfaces`: its globals; version 1 of each.
  BareCompositor(const std::string& path, std::vector<std::string> interfaces);
  ~BareCompositor();
  BareCompositor(const BareCompositor&) = delete;
  BareCompositor& operator=(const BareCompositor&) = delete;

 private:
  void serve();
  void answer(int program);

  std::vector<std::string> interfaces_;
  int listening_ = -1;
  std::thread thread_;
};
}  // namespace franz::executor
