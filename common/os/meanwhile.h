#pragma once
#include <functional>
#include <memory>

namespace franz {
// Work that a second thread does while the caller continues. If the thread has not started it yet,
// or the system gives no thread, the caller does it itself instead of waiting.
class Meanwhile {
 public:
  // Objects that `work` refers to must live until finish() or the end of this object.
  explicit Meanwhile(std::function<void()> work);
  // Waits for work in progress; work that has not started is skipped.
  ~Meanwhile();
  Meanwhile(const Meanwhile&) = delete;
  Meanwhile& operator=(const Meanwhile&) = delete;

  // Returns when the work is done, or throws its exception. Call once.
  void finish();

 private:
  struct Shared;
  std::shared_ptr<Shared> shared_;
};
}  // namespace franz
