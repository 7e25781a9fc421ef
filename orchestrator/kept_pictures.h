#pragma once
// The pictures that requests contain, in base64: of this turn, and of earlier turns that the memory
// sends again.
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"
#include "common/memory/memory.h"

namespace franz::orchestrator {
class KeptPictures {
 public:
  // Reads the picture of a finished turn, in base64.
  using Load = std::function<Result<std::string>(int turn, const PictureRef&)>;

  // `base64`: valid.
  void add(const PictureRef& picture, std::string base64);
  // Base64; empty: not kept.
  std::string_view find(const PictureRef& picture) const;

  // Keeps exactly the pictures of the messages: loads missing ones, drops the rest. Removes a
  // picture that cannot be loaded from its step and returns a line with the reason for each; if
  // there is one, the caller must make the messages again.
  std::vector<std::string> hold(std::span<const Message> messages, std::vector<Step>& steps,
                                const Load& load);

 private:
  std::map<std::string, std::string, std::less<>> base64_;  // by SHA-256
};
}  // namespace franz::orchestrator
