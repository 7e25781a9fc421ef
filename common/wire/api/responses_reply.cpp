#include "common/wire/api/responses_reply.h"
#include <algorithm>
#include <numeric>
#include <utility>
#include "common/base/json_string.h"
#include "common/wire/api/server_words.h"
#include "common/wire/computer_call.h"
#include "common/wire/message_fields.h"

namespace franz {
using ItemEvent = OutputItems::Event;

static constexpr std::size_t kMaxReasoningItems = 4u << 20;  // bytes
static constexpr std::size_t kMaxParts = 10'000;  // also limits pieces that arrive out of order

static std::string text_at(MessageFields& fields, const std::string& pointer) {
  return fields.is_text(pointer) ? fields.text(pointer) : "";
}

// The inner characters; empty: not a text.
static std::string_view inner_at(const MessageFields& fields, const std::string& pointer) {
  const std::string_view token = fields.find_token(pointer).value_or(kNoText);
  return token.substr(1, token.size() - 2);
}

static std::optional<long long> index_at(MessageFields& fields, const std::string& pointer) {
  if (!fields.is_number(pointer)) return std::nullopt;
  return static_cast<long long>(fields.number(pointer, -1e15, 1e15));
}

static TokenUsage read_responses_usage(MessageFields& fields, const std::string& at) {
  const auto either = [&](const char* name, const char* chat_name) {
    const long long count = token_count(fields, at + name);
    return count != 0 ? count : token_count(fields, at + chat_name);
  };
  return {either("/input_tokens", "/prompt_tokens"), either("/output_tokens", "/completion_tokens"),
          token_count(fields, at + "/total_tokens"),
          first_token_count(fields, {at + "/input_tokens_details/cached_tokens",
                                     at + "/prompt_tokens_details/cached_tokens"})};
}

// ---- Texts

// Events that contain a text.
struct ResponsesObjects::TextEvent {
  std::string_view type;
  const char* member;
  Kind item;
  PartKind part;
  Source source;
};

const ResponsesObjects::TextEvent* ResponsesObjects::find_text_event(std::string_view type) {
  static constexpr Kind kMessage = Kind::message, kReasoning = Kind::reasoning;
  static constexpr TextEvent kTextEvents[] = {
      {"response.output_text.delta", "/delta", kMessage, PartKind::text, Source::deltas},
      {"response.output_text.done", "/text", kMessage, PartKind::text, Source::text},
      {"response.refusal.delta", "/delta", kMessage, PartKind::text, Source::deltas},
      {"response.refusal.done", "/refusal", kMessage, PartKind::text, Source::text},
      {"response.reasoning_text.delta", "/delta", kReasoning, PartKind::reasoning, Source::deltas},
      {"response.reasoning_text.done", "/text", kReasoning, PartKind::reasoning, Source::text},
      {"response.reasoning.delta", "/delta", kReasoning, PartKind::reasoning, Source::deltas},
      {"response.reasoning.done", "/text", kReasoning, PartKind::reasoning, Source::text},
      {"response.reasoning_summary_text.delta", "/delta", kReasoning, PartKind::summary,
       Source::deltas},
      {"response.reasoning_summary_text.done", "/text", kReasoning, PartKind::summary,
       Source::text},
  };
  const auto* const row = std::ranges::find(kTextEvents, type, &TextEvent::type);
  return row == std::end(kTextEvents) ? nullptr : row;
}

void ResponsesObjects::take_text(const Part& part, Source source, MessageFields& fields,
                                 const std::string& pointer, ReplyBuilder& builder) {
  const bool is_content = part.kind == PartKind::text;
  ModelReply& reply = builder.reply();
  const std::optional<std::string_view> token = fields.find_token(pointer);
  if (!token) {
    if (is_content && fields.has(pointer) && reply.content_kind == ModelReply::Content::missing)
      reply.content_kind = ModelReply::Content::other;
    return;
  }
  if (is_content) reply.content_kind = ModelReply::Content::text;
  const ReplyBuilder::Text text = is_content ? &ModelReply::content : &ModelReply::reasoning;
  if (*token == kNoText) return builder.append(text, *token);
  if (!is_content && reasoning_kind_.value_or(part.kind) != part.kind) return;
  const std::tuple key(part.item, part.kind, part.index);
  if (parts_.size() == kMaxParts && !parts_.contains(key))
    return builder.give_up("the reply has more than 10000 texts");
  Source& known = parts_[key];
  if (known != Source::none && (known != source || source != Source::deltas)) return;
  known = source;
  if (!is_content) reasoning_kind_ = part.kind;
  builder.append(text, *token);
  std::vector<Segment>& segments = is_content ? text_segments_ : reasoning_segments_;
  const auto [index, place] = items_.order_of(part.item);
  const auto order = std::tuple(index, place, part.index);
  if (segments.empty() || segments.back().order != order) {
    if (segments.size() >= kMaxParts)
      return builder.give_up("the reply's text comes in more than 10000 parts");
    segments.push_back({order, 0});
  }
  segments.back().size += token->size() - 2;
}

// The part itself contains its kind.
void ResponsesObjects::take_part(MessageFields& fields, const std::string& at, std::size_t item,
                                 long long index, Source source, ReplyBuilder& reply) {
  const std::string type = text_at(fields, at + "/type");
  if (type == "output_text" || type == "text") {
    take_text({PartKind::text, item, index}, source, fields, at + "/text", reply);
  } else if (type == "refusal") {
    take_text({PartKind::text, item, index}, source, fields, at + "/refusal", reply);
  } else if (type == "reasoning_text") {
    take_text({PartKind::reasoning, item, index}, source, fields, at + "/text", reply);
  } else if (type == "summary_text") {
    take_text({PartKind::summary, item, index}, source, fields, at + "/text", reply);
  }
}

void ResponsesObjects::take_parts(MessageFields& fields, const std::string& list, std::size_t item,
                                  Source source, ReplyBuilder& reply) {
  if (!fields.is_list(list)) return;
  const std::size_t count = fields.size(list);
  for (std::size_t i = 0; i < count && !reply.gave_up(); ++i)
    take_part(fields, list + "/" + std::to_string(i), item, static_cast<long long>(i), source,
              reply);
}

// ---- Items

std::optional<std::size_t> ResponsesObjects::item_of(Kind kind, MessageFields& fields,
                                                     const std::string& id,
                                                     const std::string& call_id, ItemEvent event,
                                                     ReplyBuilder& reply) {
  const OutputItems::Name name{inner_at(fields, id), index_at(fields, "/output_index"),
                               call_id.empty() ? "" : inner_at(fields, call_id)};
  const std::size_t known = items_.size();
  const std::optional<std::size_t> place = items_.place_of(kind, name, event);
  if (!place) {
    reply.give_up("the reply has more than 10000 output items");
  } else if ((kind == Kind::call || kind == Kind::computer) && *place == known) {
    if (reply.add_call() == nullptr) return std::nullopt;
    items_.at(*place).call = reply.reply().calls.size() - 1;
  }
  return place;
}

// The first id, name and arguments count.
void ResponsesObjects::take_call(std::size_t item, MessageFields& fields, const std::string& at,
                                 Source source, ReplyBuilder& reply) {
  Source& known = items_.at(item).arguments;
  ReplyCall& call = reply.reply().calls[items_.at(item).call];
  std::optional<std::string_view> id = fields.find_token(at + "/call_id");
  // The item's own id is also accepted.
  if (!id && source >= Source::item) id = fields.find_token(at + "/id");
  if (!reply.set_first(call.id, id) || !reply.set_first(call.name, fields.find_token(at + "/name")))
    return;
  const std::string arguments = at + (source == Source::deltas ? "/delta" : "/arguments");
  const bool goes_on = source == Source::deltas && known == Source::deltas;
  if (!fields.has(arguments) || (known != Source::none && !goes_on)) return;
  reply.join_arguments(call, fields, arguments);
  if (fields.find_token(arguments) != kNoText) known = source;
}

// The call is complete in one place. It is taken only once.
void ResponsesObjects::take_computer_call(std::size_t item, MessageFields& fields,
                                          const std::string& at, ReplyBuilder& reply) {
  if (items_.at(item).arguments != Source::none) return;
  items_.at(item).arguments = Source::item;
  ReplyCall& call = reply.reply().calls[items_.at(item).call];
  std::optional<std::string_view> id = fields.find_token(at + "/call_id");
  if (!id) id = fields.find_token(at + "/id");
  if (!reply.set_first(call.id, id) || !reply.set_first(call.name, kComputerCallName)) return;
  const std::string item_json = kept_item(fields.find_value(at).value_or("{}"));
  reply.set_first(call.arguments, std::string_view(item_json));
}

// Keeps a reasoning item that the server does not store.
void ResponsesObjects::keep_reasoning(std::size_t item, MessageFields& fields,
                                      const std::string& at, ReplyBuilder& reply) {
  if (!fields.is_text(at + "/encrypted_content") || reasoning_items_.contains(item)) return;
  std::string json = kept_item(fields.find_value(at).value_or("{}"));
  reasoning_bytes_ += json.size();
  if (reasoning_bytes_ > kMaxReasoningItems)
    return reply.give_up("the reasoning items are longer than 4 MiB");
  reasoning_items_[item] = std::move(json);
}

static std::optional<OutputItems::Kind> kind_of(MessageFields& fields, const std::string& at) {
  const std::string type = text_at(fields, at + "/type");
  if (type == "message") return OutputItems::Kind::message;
  if (type == "reasoning") return OutputItems::Kind::reasoning;
  if (type == "function_call") return OutputItems::Kind::call;
  if (type == "computer_call") return OutputItems::Kind::computer;
  return std::nullopt;  // a search on the server, for example
}

// Takes an announced or a complete item.
void ResponsesObjects::take_item(MessageFields& fields, const std::string& at, ItemEvent event,
                                 Source source, ReplyBuilder& reply) {
  const std::optional<Kind> kind = kind_of(fields, at);
  if (!kind || (*kind == Kind::computer && event != ItemEvent::whole)) return;
  const bool is_call = *kind == Kind::call || *kind == Kind::computer;
  const auto item =
      item_of(*kind, fields, at + "/id", is_call ? at + "/call_id" : std::string(), event, reply);
  if (!item) return;
  // Texts and arguments in an announcement are repeated at its end.
  if (*kind == Kind::call) {
    take_call(*item, fields, at, event == ItemEvent::added ? Source::deltas : source, reply);
  } else if (*kind == Kind::computer) {
    take_computer_call(*item, fields, at, reply);
  } else if (event != ItemEvent::added) {
    if (*kind == Kind::reasoning) keep_reasoning(*item, fields, at, reply);
    take_parts(fields, at + "/content", *item, source, reply);
    take_parts(fields, at + "/summary", *item, source, reply);
  }
}

// ---- The response

void ResponsesObjects::take_whole_item(MessageFields& fields, const std::string& at,
                                       long long index, const Wanted& wanted, ReplyBuilder& reply) {
  const std::optional<Kind> kind = kind_of(fields, at);
  const bool is_wanted = kind == Kind::message     ? wanted.text
                         : kind == Kind::reasoning ? wanted.reasoning
                         : kind == Kind::computer  ? wanted.computer
                                                   : kind == Kind::call && wanted.calls;
  if (!is_wanted) return;
  const auto item = items_.add(*kind, {inner_at(fields, at + "/id").substr(0, kMaxName), index});
  if (!item) return reply.give_up("the reply has more than 10000 output items");
  if (*kind == Kind::call || *kind == Kind::computer) {
    if (reply.add_call() == nullptr) return;
    items_.at(*item).call = reply.reply().calls.size() - 1;
    if (*kind == Kind::computer) return take_computer_call(*item, fields, at, reply);
    return take_call(*item, fields, at, Source::response, reply);
  }
  if (*kind == Kind::reasoning) keep_reasoning(*item, fields, at, reply);
  take_parts(fields, at + "/content", *item, Source::response, reply);
  take_parts(fields, at + "/summary", *item, Source::response, reply);
}

// Events usually delivered the output already; only the kinds that they did not deliver are taken
// from here. Ids and places may differ, so only calls can be matched one by one, by their order.
void ResponsesObjects::take_output(MessageFields& fields, const std::string& list,
                                   ReplyBuilder& builder) {
  if (!fields.is_list(list)) return;
  const auto nothing = [](const std::optional<std::string>& text) {
    return !text || text->empty();
  };
  const ModelReply& reply = builder.reply();
  std::size_t computer_calls = 0;
  for (std::size_t place = 0; place < items_.size(); ++place)
    computer_calls += items_.at(place).kind == Kind::computer ? 1 : 0;
  const Wanted wanted{nothing(reply.content), nothing(reply.reasoning) && reasoning_items_.empty(),
                      reply.calls.size() == computer_calls, computer_calls == 0};
  std::vector<std::size_t> calls;
  for (std::size_t place = 0; place < items_.size() && !wanted.calls; ++place)
    if (items_.at(place).kind == Kind::call) calls.push_back(place);
  std::size_t call = 0;
  const std::size_t count = fields.size(list);
  for (std::size_t i = 0; i < count && !builder.gave_up(); ++i) {
    const std::string at = list + "/" + std::to_string(i);
    if (call < calls.size() && kind_of(fields, at) == Kind::call)
      take_call(calls[call++], fields, at, Source::response, builder);
    take_whole_item(fields, at, static_cast<long long>(i), wanted, builder);
  }
}

// The server's reason for the end, in the chat API's terms.
static std::string finish_reason_of(MessageFields& fields, const std::string& at,
                                    const std::string& status, bool has_calls) {
  if (status == "completed") return has_calls ? "tool_calls" : "stop";
  if (status != "incomplete") return clip(status, kMaxName);
  const std::string reason = text_at(fields, at + "/incomplete_details/reason");
  if (reason == "max_output_tokens" || reason == "max_tokens") return std::string(kEndedAtLimit);
  return reason.empty() ? "incomplete" : clip(reason, kMaxName);
}

// `said`: the status in the event's name; empty: only the object has it.
void ResponsesObjects::take_response(MessageFields& fields, const std::string& at,
                                     std::string_view said, ReplyBuilder& builder) {
  ModelReply& reply = builder.reply();
  if (reply.model.empty()) reply.model = clip(text_at(fields, at + "/model"), kMaxName);
  if (fields.is_object(at + "/usage")) reply.usage = read_responses_usage(fields, at + "/usage");
  std::string status = text_at(fields, at + "/status");
  if (said == "failed" || said == "cancelled" || (status.empty() && !said.empty())) status = said;
  // A server that does not report a status never sends an unfinished response.
  if (status.empty() && at.empty()) status = "completed";

  std::optional<ServerError> error = find_error(fields, true, at);
  const bool failed = status == "failed" || status == "cancelled";
  if (!error && failed) error = find_error(fields, false);
  if (!error && failed)
    error = ServerError{"the server reports that the response " +
                            std::string(status == "failed" ? "failed" : "was cancelled") +
                            ", without a reason",
                        "", ""};
  if (error) return builder.say_error(std::move(*error));
  if (status.empty() || status == "in_progress" || status == "queued") return;
  take_output(fields, at + "/output", builder);
  if (builder.gave_up()) return;
  reply.finish_reason = finish_reason_of(fields, at, status, !reply.calls.empty());
  is_whole_ = true;
  reply.done = reply.streamed;
}

void ResponsesObjects::take_event(std::string_view type, MessageFields& fields,
                                  ReplyBuilder& reply) {
  if (const TextEvent* const text = find_text_event(type)) {
    const auto item = item_of(text->item, fields, "/item_id", "", ItemEvent::piece, reply);
    const char* index = text->part == PartKind::summary ? "/summary_index" : "/content_index";
    if (item)
      take_text({text->part, *item, index_at(fields, index).value_or(0)}, text->source, fields,
                text->member, reply);
    return;
  }
  const std::string_view name = type.substr(type.find('.') + 1);
  if (name == "output_item.added") return take_item(fields, "/item", ItemEvent::added, {}, reply);
  if (name == "output_item.done")
    return take_item(fields, "/item", ItemEvent::whole, Source::item, reply);
  if (name.ends_with("_part.done")) {
    const Kind kind = name.starts_with("reasoning") ? Kind::reasoning : Kind::message;
    const auto item = item_of(kind, fields, "/item_id", "", ItemEvent::piece, reply);
    const auto index = index_at(fields, "/summary_index");
    if (item)
      take_part(fields, "/part", *item,
                index ? *index : index_at(fields, "/content_index").value_or(0), Source::part,
                reply);
    return;
  }
  if (name.starts_with("function_call_arguments.")) {
    const auto item = item_of(Kind::call, fields, "/item_id", "/call_id", ItemEvent::piece, reply);
    const Source source = name.ends_with(".delta") ? Source::deltas : Source::text;
    if (item) take_call(*item, fields, "", source, reply);
    return;
  }
  const bool is_end =
      name == "completed" || name == "incomplete" || name == "failed" || name == "cancelled";
  if (is_end || fields.is_object("/response"))
    take_response(fields, "/response", is_end ? name : "", reply);
}

bool ResponsesObjects::take(std::string_view json, std::string_view event, ReplyBuilder& reply) {
  Result<MessageFields> parsed = MessageFields::parse(json, MessageFields::Duplicates::last_wins);
  if (!parsed.ok()) {
    if (parsed.error().code == ErrorCode::too_large)
      reply.give_up("the answer has more than " + std::to_string(kMaxValues) + " values");
    return json == "null";
  }
  MessageFields& fields = parsed.value();
  add_duplicates(fields, reply.reply().duplicates);
  std::string type = text_at(fields, "/type");
  if (type.empty()) type = event;
  if (type.starts_with("response.")) {
    knows_answer_ = true;
    take_event(type, fields, reply);
    return true;
  }
  const bool is_response = fields.is_list("/output") || text_at(fields, "/object") == "response";
  std::optional<ServerError> error = find_error(fields, is_response);
  if (!error && type == "error") error = ServerError{clip(json), "", ""};
  if (error) {
    if (error->type == "error") error->type.clear();  // that is the event's type
    reply.say_error(std::move(*error));
  } else if (is_response) {
    knows_answer_ = true;
    take_response(fields, "", "", reply);
  }
  return true;
}

// ---- The order

template <typename Segments>
static void sort_text(std::optional<std::string>& text, Segments segments) {
  using Segment = typename Segments::value_type;
  if (!text || std::ranges::is_sorted(segments, {}, &Segment::order)) return;
  struct Piece {
    decltype(Segment::order) order;
    std::string_view bytes;
  };
  std::vector<Piece> pieces;
  std::string_view rest = *text;
  for (const Segment& segment : segments) {
    pieces.push_back({segment.order, rest.substr(0, segment.size)});
    rest.remove_prefix(segment.size);
  }
  std::ranges::stable_sort(pieces, {}, &Piece::order);
  std::string sorted;
  sorted.reserve(text->size());
  for (const Piece& piece : pieces) sorted += piece.bytes;
  text = std::move(sorted);
}

// Includes the kept reasoning items, in the order of the reply.
std::vector<std::size_t> ResponsesObjects::places_of_calls() const {
  std::vector<std::size_t> places;
  for (std::size_t place = 0; place < items_.size(); ++place) {
    const Kind kind = items_.at(place).kind;
    if (kind == Kind::call || kind == Kind::computer ||
        (kind == Kind::reasoning && reasoning_items_.contains(place)))
      places.push_back(place);
  }
  std::ranges::sort(places, {}, [this](std::size_t place) { return items_.order_of(place); });
  return places;
}

void ResponsesObjects::put_in_order(ReplyBuilder& builder) const {
  ModelReply& reply = builder.reply();
  sort_text(reply.content, text_segments_);
  sort_text(reply.reasoning, reasoning_segments_);
  std::vector<ReplyCall> calls;
  std::vector<std::string> reasoning;  // that precede the next call
  for (const std::size_t place : places_of_calls()) {
    if (items_.at(place).kind == Kind::reasoning) {
      reasoning.push_back(reasoning_items_.at(place));
      continue;
    }
    ReplyCall& call = calls.emplace_back(std::move(reply.calls[items_.at(place).call]));
    if (items_.at(place).kind == Kind::computer) {
      reasoning.push_back(std::move(call.arguments));
      call.arguments = computer_call_arguments(reasoning);
    }
    reasoning.clear();
  }
  reply.calls = std::move(calls);
}

std::unique_ptr<ReplyReader> make_responses_reader(int status, std::string_view content_type) {
  return std::make_unique<ResponsesReplyReader>(status, content_type);
}
}  // namespace franz
