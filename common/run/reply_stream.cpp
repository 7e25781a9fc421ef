#include "common/run/reply_stream.h"
#include <string_view>
#include <utility>
#include "common/base/utf8.h"

namespace franz {
void ReplyStream::count(HeldBytes& held) {
  const std::size_t now = reader_ ? reader_->held() : 0;
  held.now += now - held_;
  held_ = now;
}

// Returns the part of a growing text that can be shown.
std::string ReplyStream::shown_part(std::string& tail, const std::string& text) const {
  if (secrets_ == nullptr || text.empty()) return text;
  std::string all = secrets_->mask(std::exchange(tail, {}) + text);
  const std::size_t open = secrets_->open_end(all);
  tail = all.substr(open);
  all.resize(open);
  return all;
}

std::optional<ReplyStream::Shown> ReplyStream::add(const MessagePiece& piece, HeldBytes& held) {
  if (!reader_ || reply_ || !problem_.empty()) return std::nullopt;
  bool going_on = true;
  for (const auto& [at, size] : piece.body)
    going_on = going_on && reader_->feed(std::string_view(piece.wire).substr(at, size));
  count(held);
  // A single reply may use up to its reader's own limit.
  if (held.now > held.most && held.now > held_) {
    problem_ = "over " + std::to_string(held.most >> 20U) + " MiB of replies are in progress";
    release(held);
    return std::nullopt;
  }
  if (!going_on) return std::nullopt;
  Shown shown{shown_part(tail_, reader_->take_content()),
              shown_part(reasoning_tail_, reader_->take_reasoning()), shown_};
  shown_ += count_characters(shown.text);
  if (reader_->done()) finish(ReplyReader::End::broken, held);
  return shown;
}

// From here on there is only one copy of its text.
void ReplyStream::finish(ReplyReader::End end, HeldBytes& held) {
  ModelReply& reply = reply_.emplace(reader_->finish(end));
  release(held);
  if (secrets_ != nullptr && !secrets_->empty()) {
    for (std::optional<std::string>* text : {&reply.content, &reply.reasoning})
      if (*text) *text = secrets_->mask(**text);
    for (ReplyCall& call : reply.calls)
      for (std::string* value : {&call.id, &call.name, &call.arguments})
        *value = secrets_->mask(*value);
  }
  text_ = story_token(reply);
  reply.content.reset();
}

void ReplyStream::release(HeldBytes& held) {
  reader_.reset();
  count(held);
}
}  // namespace franz
