#pragma once
// Reads the reply to a turn as its bytes pass: the text for display while it streams, and the
// result when it is complete, which may be before its transport ends. Secrets are masked in the
// text that the pieces form together; HttpMask has already masked the bytes themselves.
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
// The byte count that several streams share.
struct HeldBytes {
  std::size_t most = 0;
  std::size_t now = 0;
};

// `held` must be the same object for all calls: it counts what this reply holds until its release.
class ReplyStream {
 public:
  // `secrets` must outlive it; null: nothing is masked.
  explicit ReplyStream(const Secrets* secrets) : secrets_(secrets) {}

  // Call when its head has been read.
  void begin(std::unique_ptr<ReplyReader> reader) { reader_ = std::move(reader); }
  bool begun() const { return reader_ != nullptr; }

  // The new text for display in a piece, possibly empty.
  struct Shown {
    std::string text, reasoning;
    std::size_t offset = 0;  // characters of text before it
  };
  // Nothing: the bytes were ignored, because the stream has not begun, is complete, or was dropped.
  // A reply that signals its end is complete.
  std::optional<Shown> add(const MessagePiece& piece, HeldBytes& held);
  // Its transport has ended. It must have begun and not be complete.
  void finish(ReplyReader::End end, HeldBytes& held);
  // Drops it without a result.
  void release(HeldBytes& held);

  // Why it was dropped while bytes still came; empty: it was not.
  const std::string& problem() const { return problem_; }
  // Set when complete. Its text is moved to text().
  const std::optional<ModelReply>& reply() const { return reply_; }
  const SharedText& text() const { return text_; }  // as story_token()

 private:
  void count(HeldBytes& held);
  std::string shown_part(std::string& tail, const std::string& text) const;

  const Secrets* secrets_;
  std::unique_ptr<ReplyReader> reader_;
  std::size_t held_ = 0;  // bytes counted for it
  std::string problem_;
  std::optional<ModelReply> reply_;
  SharedText text_;
  std::size_t shown_ = 0;              // characters
  std::string tail_, reasoning_tail_;  // withheld: possibly the start of a secret
};
}  // namespace franz
