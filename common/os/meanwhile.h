#pragma once
#include <functional>
#include <memory>

namespace franz {
// Work that a second thread does while the caller goes on. Where none comes to it, since the system
// gives no thread or has no processor for it, the caller does it itself instead of waiting.
class Meanwhile {
 public:
  // What `work` refers to has to stay until finish(), or the end of this object.
  explicit Meanwhile(std::function<void()> work);
  // Waits for work under way; work that was not begun is not done.
  ~Meanwhile();
  Meanwhile(const Meanwhile&) = delete;
  Meanwhile& operator=(const Meanwhile&) = delete;

  // Returns when it is done, or throws what it threw. Once.
  void finish();

 private:
  struct Shared;
  std::shared_ptr<Shared> shared_;
};
}  // namespace franz
