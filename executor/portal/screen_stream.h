#pragma once
// The pictures of a screen, as PipeWire brings them: in shared memory, one after each change.
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include "common/base/result.h"
#include "common/geometry/screen_map.h"

namespace franz::executor {
class ScreenStream {
 public:
  // `descriptor`: a connection to PipeWire, which is taken over. `node`: whose pictures to receive.
  // `on_failure`: called on another thread when failure() has a reason. Waits some seconds for the
  // first picture. Failure: none came; says what to do.
  static Result<std::unique_ptr<ScreenStream>> connect(int descriptor, std::uint32_t node,
                                                       std::function<void()> on_failure);
  ~ScreenStream();
  ScreenStream(const ScreenStream&) = delete;
  ScreenStream& operator=(const ScreenStream&) = delete;

  Size size() const;               // of the newest picture
  std::uint64_t pictures() const;  // so many have arrived
  // Waits until more than `before` have arrived; returns after `milliseconds` in any case.
  void wait_for_more(std::uint64_t before, int milliseconds) const;
  // As BridgeRequest::Kind::look, of the newest picture.
  Result<std::string> pixels(const Screen& area) const;
  std::string failure() const;  // why there will be no more pictures; empty: there may be

 private:
  struct Parts;
  explicit ScreenStream(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};
}  // namespace franz::executor
