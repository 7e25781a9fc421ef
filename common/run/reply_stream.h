#pragma once
// The reply to a turn as its bytes pass: what can be shown of it while it comes, and what it was
// when it is whole, which may be before its transport ends. Secrets are masked in the text that the
// pieces make together; the bytes themselves were masked before (HttpMask).
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include "common/base/secrets.h"
#include "common/base/shared_text.h"
#include "common/http/http_events.h"
#include "common/wire/api/model_reply.h"

namespace franz {
// What those hold together that share it.
struct HeldBytes {
  std::size_t most = 0;
  std::size_t now = 0;
};

// `held` is the same for all calls: what this reply holds is counted there, until it is read or
// released.
class ReplyStream {
 public:
  // `secrets` outlives it; null: nothing is masked.
  explicit ReplyStream(const Secrets* secrets) : secrets_(secrets) {}

  // Its head has been read.
  void begin(std::unique_ptr<ReplyReader> reader) { reader_ = std::move(reader); }
  bool begun() const { return reader_ != nullptr; }

  // What the piece adds to what is shown, possibly nothing.
  struct Shown {
    std::string text, reasoning;
    std::size_t offset = 0;  // characters of the text before it
  };
  // Nothing: the bytes are not read, for it has not begun, is read, or was given up. One that says
  // that it is over is read.
  std::optional<Shown> add(const MessagePiece& piece, HeldBytes& held);
  // Its transport has ended; it has begun, and is not read.
  void finish(ReplyReader::End end, HeldBytes& held);
  // Gives it up without a result.
  void release(HeldBytes& held);

  // Why it was given up while its bytes still came; empty: it was not.
  const std::string& problem() const { return problem_; }
  // Of one that is read. Its text is text(), and no longer in it.
  const std::optional<ModelReply>& reply() const { return reply_; }
  const SharedText& text() const { return text_; }  // as story_token()

 private:
  void count(HeldBytes& held);
  std::string shown_part(std::string& tail, const std::string& text) const;

  const Secrets* secrets_;
  std::unique_ptr<ReplyReader> reader_;
  std::size_t held_ = 0;  // bytes of it, as counted
  std::string problem_;
  std::optional<ModelReply> reply_;
  SharedText text_;
  std::size_t shown_ = 0;              // characters
  std::string tail_, reasoning_tail_;  // not shown yet: they may be the beginning of a secret
};
}  // namespace franz
