#include "common/wire/api/reply_builder.h"
#include <utility>
#include "common/base/json_string.h"
#include "common/wire/limits.h"
#include "common/wire/message_fields.h"

namespace franz {
// Limit for arguments that are not texts: each of their values also counts towards kMaxValues of a
// message.
static constexpr std::size_t kMaxValueBytes = 256UL << 10U;

void ReplyBuilder::give_up(const std::string& what) {
  if (!reply_.too_large) reply_.error = {what + "; reading stopped", "too_large", ""};
  reply_.too_large = true;
  reply_.content.reset();
  reply_.reasoning.reset();
  reply_.calls.clear();
  call_bytes_ = 0;
}

void ReplyBuilder::say_error(ServerError error) {
  reply_.error = std::move(error);
  said_error_ = true;
}

std::size_t ReplyBuilder::held() const {
  const auto size = [](const std::optional<std::string>& text) { return text ? text->size() : 0; };
  return size(reply_.content) + size(reply_.reasoning) + call_bytes_;
}

void ReplyBuilder::append(Text text, std::string_view token) {
  if (reply_.too_large) return;
  std::optional<std::string>& joined = reply_.*text;
  if (!joined) joined.emplace();
  const std::size_t beside = text == &ModelReply::content ? call_bytes_ : 0;
  if (joined->size() + beside + token.size() - 2 > kMaxReply)
    return give_up(text == &ModelReply::content ? "the reply's text is longer than 16 MiB"
                                                : "the reply's reasoning is longer than 16 MiB");
  joined->append(token.substr(1, token.size() - 2));
}

// Counts what is added to the calls. False: too much.
bool ReplyBuilder::may_keep(std::size_t call_bytes) {
  const std::size_t text = reply_.content ? reply_.content->size() : 0;
  if (text + call_bytes_ + call_bytes > kMaxReply) {
    give_up("the reply's text and tool calls are longer than 16 MiB");
    return false;
  }
  call_bytes_ += call_bytes;
  return true;
}

ReplyCall* ReplyBuilder::add_call() {
  if (reply_.too_large) return nullptr;
  if (reply_.calls.size() == kMaxCalls) {
    give_up("the reply has more than " + std::to_string(kMaxCalls) + " tool calls");
    return nullptr;
  }
  const ReplyCall fresh;
  return may_keep(bytes_of({&fresh, 1})) ? &reply_.calls.emplace_back(fresh) : nullptr;
}

bool ReplyBuilder::set_first(std::string& value, const std::optional<std::string_view>& json) {
  if (!json || *json == kNoText || value != kNoText) return true;
  if (!may_keep(json->size())) return false;
  value = *json;
  return true;
}

void ReplyBuilder::join_arguments(ReplyCall& call, MessageFields& fields,
                                  const std::string& pointer) {
  // A value that is not a text is stored compactly, on one line and without duplicate members.
  std::string compact;
  std::optional<std::string_view> piece = fields.find_token(pointer);
  if (!piece && fields.has(pointer)) {
    compact = fields.raw(pointer);
    value_bytes_ += compact.size();
    if (value_bytes_ > kMaxValueBytes)
      return give_up("the tool calls' arguments other than texts are longer than 256 KiB");
    piece = compact;
  }
  const bool goes_on = piece && call.arguments != kNoText;
  if (!set_first(call.arguments, piece) || !goes_on) return;
  if (call.arguments.front() != '"' || piece->front() != '"') return;
  const std::string_view inner = piece->substr(1, piece->size() - 2);
  if (may_keep(inner.size())) call.arguments.insert(call.arguments.size() - 1, inner);
}

// How many bytes at the end of joined inner characters may still change their meaning: the first
// half of a surrogate pair, or an incomplete character.
static std::size_t open_tail(std::string_view inner) {
  static constexpr std::size_t kEscape = 6;  // \ud83d
  if (inner.size() >= kEscape) {
    const std::string_view last = inner.substr(inner.size() - kEscape);
    std::size_t backslashes = 0;
    while (backslashes < inner.size() - kEscape + 1 &&
           inner[inner.size() - kEscape - backslashes] == '\\')
      ++backslashes;
    if (backslashes % 2 == 1 && last[1] == 'u' && (last[2] == 'd' || last[2] == 'D') &&
        std::string_view("89abAB").find(last[3]) != std::string_view::npos)
      return kEscape;
  }
  for (std::size_t back = 1; back <= 3 && back <= inner.size(); ++back) {
    const auto byte = static_cast<unsigned char>(inner[inner.size() - back]);
    if (byte < 0x80) return 0;
    if (byte < 0xC0) continue;
    const std::size_t length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2;
    return length > back ? back : 0;
  }
  return 0;
}

static std::string take_piece(const std::optional<std::string>& joined, std::size_t& shown,
                              bool all) {
  if (!joined || shown >= joined->size()) return "";
  const std::string_view fresh = std::string_view(*joined).substr(shown);
  const std::size_t ready = fresh.size() - (all ? 0 : open_tail(fresh));
  shown += ready;
  return decode_json_string(fresh.substr(0, ready));
}

std::string ReplyBuilder::take_content(bool all) {
  return take_piece(reply_.content, shown_content_, all);
}

std::string ReplyBuilder::take_reasoning(bool all) {
  return take_piece(reply_.reasoning, shown_reasoning_, all);
}
}  // namespace franz
