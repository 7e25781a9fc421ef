#pragma once
// The pictures that requests hold beside the turn's own, in base64: those of earlier turns that the
// memory sends again.
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
  // Reads the picture of a turn that is over, in base64.
  using Load = std::function<Result<std::string>(int turn, const PictureRef&)>;

  // `base64`: valid.
  void add(const PictureRef& picture, std::string base64);
  // Base64; empty: it is not here.
  std::string_view find(const PictureRef& picture) const;

  // Has what the messages show and nothing else: loads what is missing and forgets the rest. A
  // picture that cannot be loaded is taken out of its step, so that the memory leaves it out; the
  // result tells why, a line each, and the messages are to be made anew if there is one.
  std::vector<std::string> hold(std::span<const Message> messages, std::vector<Step>& steps,
                                const Load& load);

 private:
  std::map<std::string, std::string, std::less<>> base64_;  // by SHA-256
};
}  // namespace franz::orchestrator
