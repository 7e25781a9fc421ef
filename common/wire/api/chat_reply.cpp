#include "common/wire/api/chat_reply.h"
#include <algorithm>
#include <array>
#include <functional>
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/wire/api/server_words.h"
#include "common/wire/message_fields.h"

namespace franz {
using Text = ReplyBuilder::Text;

static constexpr std::size_t kMaxPlainChunk = 4096;  // bytes around the text; real ones have 300

static TokenUsage read_chat_usage(MessageFields& fields) {
  return {token_count(fields, "/usage/prompt_tokens"),
          token_count(fields, "/usage/completion_tokens"),
          token_count(fields, "/usage/total_tokens"),
          // OpenAI and vLLM; llama-server.
          first_token_count(fields,
                            {"/usage/prompt_tokens_details/cached_tokens", "/timings/cache_n"})};
}

bool ChatObjects::is_whole(const ReplyBuilder& reply) const {
  return reply.reply().streamed ? reply.reply().finish_reason.has_value() : has_choice_;
}

// ---- Tool calls

// Finds the call that a piece belongs to; null: too many calls. Some servers send every call under
// the same index, each with its own id.
ReplyCall* ChatObjects::call_at(long long index, std::string_view id, ReplyBuilder& reply) {
  std::vector<ReplyCall>& calls = reply.reply().calls;
  const auto found = calls_by_index_.find(index);
  if (found != calls_by_index_.end()) {
    ReplyCall& call = calls[found->second];
    if (id == kNoText || call.id == kNoText || call.id == id) return &call;
  }
  ReplyCall* const call = reply.add_call();
  if (call != nullptr) calls_by_index_[index] = calls.size() - 1;
  return call;
}

// Takes the piece at `place` in a list "tool_calls". The first id and name count; the argument
// texts are joined like the content.
void ChatObjects::take_call(MessageFields& fields, const std::string& at, std::size_t place,
                            ReplyBuilder& reply) {
  if (!fields.is_object(at)) return;
  const std::string index = at + "/index", function = at + "/function";
  const std::string_view id = fields.find_token(at + "/id").value_or(kNoText);
  ReplyCall* const call =
      call_at(fields.is_number(index) ? static_cast<long long>(fields.number(index, -1e15, 1e15))
                                      : static_cast<long long>(place),
              id, reply);
  if (call == nullptr) return;
  if (!reply.set_first(call->id, id) ||
      !reply.set_first(call->name, fields.find_token(function + "/name")))
    return;
  reply.join_arguments(*call, fields, function + "/arguments");
}

// Most chunks of a stream differ only in their text. If the bytes around the text equal those of
// the previous chunk, the chunk need not be parsed.
bool ChatObjects::take_plain_chunk(std::string_view json, ReplyBuilder& reply) const {
  if (plain_chunk_.texts.empty()) return false;
  std::array<std::string_view, 2> tokens;
  for (std::size_t i = 0; i < plain_chunk_.texts.size(); ++i) {
    const std::string& before = plain_chunk_.texts[i].first;
    if (!json.starts_with(before)) return false;
    json.remove_prefix(before.size());
    const std::size_t length = json_string_length(json);
    if (length == std::string_view::npos) return false;
    tokens[i] = json.substr(0, length);
    json.remove_prefix(length);
  }
  if (json != plain_chunk_.end) return false;
  for (std::size_t i = 0; i < plain_chunk_.texts.size(); ++i)
    reply.append(plain_chunk_.texts[i].second, tokens[i]);
  return true;
}

// `content` and `reasoning` are tokens in `json`, or empty.
void ChatObjects::keep_plain_chunk(std::string_view json, std::string_view content,
                                   std::string_view reasoning) {
  if (json.size() - content.size() - reasoning.size() > kMaxPlainChunk) return;
  std::vector<std::pair<std::string_view, Text>> found;
  if (!content.empty()) found.emplace_back(content, &ModelReply::content);
  if (!reasoning.empty()) found.emplace_back(reasoning, &ModelReply::reasoning);
  std::ranges::sort(found, std::less{}, [](const auto& text) { return text.first.data(); });
  plain_chunk_.texts.clear();
  for (const auto& [token, text] : found) {
    const auto before = static_cast<std::size_t>(token.data() - json.data());
    plain_chunk_.texts.emplace_back(json.substr(0, before), text);
    json.remove_prefix(before + token.size());
  }
  plain_chunk_.end = json;
}

bool ChatObjects::take(std::string_view json, std::string_view, ReplyBuilder& builder) {
  if (take_plain_chunk(json, builder)) return true;
  ModelReply& reply = builder.reply();
  Result<MessageFields> parsed = MessageFields::parse(json, MessageFields::Duplicates::last_wins);
  if (!parsed.ok()) {
    if (parsed.error().code == ErrorCode::too_large)
      builder.give_up("the answer has more than " + std::to_string(kMaxValues) + " values");
    return json == "null";  // an empty chunk
  }
  MessageFields& fields = parsed.value();
  add_duplicates(fields, reply.duplicates);

  const bool has_choices = fields.has("/choices");
  has_choices_ = has_choices_ || has_choices;
  if (auto error = find_error(fields, has_choices)) {
    builder.say_error(std::move(*error));
    return true;
  }
  if (reply.model.empty() && fields.is_text("/model"))
    reply.model = clip(fields.text("/model"), kMaxName);
  if (fields.is_object("/usage")) reply.usage = read_chat_usage(fields);

  const std::size_t choices = fields.size("/choices");
  for (std::size_t i = 0; i < choices; ++i) {
    const std::string choice = "/choices/" + std::to_string(i);
    const std::string index = choice + "/index";
    if (fields.is_number(index) ? fields.number(index, -1e15, 1e15) == 0 : i == 0)
      take_choice(fields, json, choice, builder);
  }
  return true;
}

// Takes the choice with index 0 at `choice`.
void ChatObjects::take_choice(MessageFields& fields, std::string_view json,
                              const std::string& choice, ReplyBuilder& builder) {
  ModelReply& reply = builder.reply();
  has_choice_ = true;
  const std::string said = choice + (fields.has(choice + "/delta") ? "/delta" : "/message");
  const std::optional<std::string_view> content = fields.find_token(said + "/content");
  if (content) {
    builder.append(&ModelReply::content, *content);
    reply.content_kind = ModelReply::Content::text;
  } else if (reply.content_kind != ModelReply::Content::text) {
    if (fields.has(said + "/content")) {
      reply.content_kind = ModelReply::Content::other;
    } else if (fields.is_null(said + "/content")) {
      reply.content_kind = ModelReply::Content::null;
    }
  }
  std::optional<std::string_view> reasoning = fields.find_token(said + "/reasoning_content");
  if (!reasoning) reasoning = fields.find_token(said + "/reasoning");
  if (reasoning) builder.append(&ModelReply::reasoning, *reasoning);

  const std::size_t calls = fields.size(said + "/tool_calls");
  for (std::size_t call = 0; call < calls && !builder.gave_up(); ++call)
    take_call(fields, said + "/tool_calls/" + std::to_string(call), call, builder);
  const std::string reason = choice + "/finish_reason";
  if (fields.is_text(reason) && !fields.text(reason).empty())
    reply.finish_reason = clip(fields.text(reason), kMaxName);
  const bool plain = fields.size("/choices") == 1 && calls == 0 && (content || reasoning) &&
                     !fields.has(reason) && !fields.has("/usage");
  if (plain) keep_plain_chunk(json, content.value_or(""), reasoning.value_or(""));
}

std::unique_ptr<ReplyReader> make_chat_reader(int status, std::string_view content_type) {
  return std::make_unique<ChatReplyReader>(status, content_type);
}
}  // namespace franz
