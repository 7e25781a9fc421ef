#include "proxy/demo_vlm/seen_request.h"
#include <algorithm>
#include <span>
#include "common/base/base64.h"
#include "common/base/data_uri.h"
#include "common/base/json_string.h"
#include "common/run/places.h"

namespace franz::demo_vlm {
namespace {
constexpr int kPatchSide = 28;  // pixels a side that one token of a picture stands for
using SentKind = franz::Part::Kind;

bool is_reply(const RequestView::Message& message) { return message.role == "assistant"; }

// The texts of a message, decoded, with `between` between them; `answers`: those of tools, too.
std::string joined_texts(const RequestView::Message& message, std::string_view between,
                         bool answers = false) {
  std::string joined;
  for (const SentPart& part : message.parts) {
    if (part.kind != SentKind::text && !(answers && part.kind == SentKind::answer)) continue;
    if (!joined.empty()) joined += between;
    joined += decode_json_string(part.token);
  }
  return joined;
}

void see_picture(const SentPart& part, SeenRequest& seen) {
  const std::string uri = decode_json_string(part.token);
  const auto base64 = picture_base64(uri);
  if (!base64) {
    seen.picture_problem = "is not in the request itself (no " + std::string(kPngUri) + " address)";
    return;
  }
  const Result<std::string> bytes = base64_decode(*base64);
  if (!bytes.ok()) {
    seen.picture_problem = "is no base64: " + bytes.error().message;
    return;
  }
  Result<Picture> picture = decode_png(bytes.value());
  if (picture.ok()) {
    seen.picture = std::move(picture).value();
  } else {
    seen.picture_problem = picture.error().message;
  }
}

// The newest picture of the conversation that can be decoded, or why there is none.
void see_newest_picture(const RequestView& request, SeenRequest& seen) {
  for (std::size_t i = request.messages.size(); i-- > 0 && !seen.picture;) {
    const SentPart* const picture = find_part(request.messages[i], SentKind::picture);
    if (picture == nullptr) continue;
    see_picture(*picture, seen);
    const auto replies = std::ranges::count_if(std::span(request.messages).first(i), is_reply);
    seen.conversation.seen_at = static_cast<std::size_t>(replies);
  }
}

std::vector<std::string> told_in(const RequestView& request) {
  std::vector<std::string> told;
  const auto last =
      std::ranges::find_if(request.messages.rbegin(), request.messages.rend(), is_reply);
  const bool is_alone = last == request.messages.rend();
  for (auto message = is_alone ? std::prev(request.messages.end()) : last.base();
       message != request.messages.end(); ++message) {
    for (const SentPart& part : message->parts) {
      if (is_alone && part.kind == SentKind::picture) told.clear();
      if (part.kind == SentKind::text) told.push_back(decode_json_string(part.token));
    }
  }
  return told;
}

// The last text of that source, and its message; null: there is none.
const RequestView::Message* last_text(const std::vector<Message>& expected,
                                      const RequestView& request, franz::Part::Source source,
                                      std::string& text) {
  const std::vector<PartPlace> places = places_of(expected, source);
  if (places.empty()) return nullptr;
  if (const auto token = sent_text(expected, request, places.back()))
    text = decode_json_string(*token);
  return &request.messages[places.back().message];
}

long long count_prompt_tokens(const RequestView& request, const std::optional<Picture>& picture) {
  const auto patches = [](int side) { return (side + kPatchSide - 1) / kPatchSide; };
  // The others are taken to be as large as the one that is looked at.
  const long long in_picture = picture ? patches(picture->width) * patches(picture->height) : 0;
  long long tokens = 0;
  for (const RequestView::Message& message : request.messages) {
    tokens += 4;
    for (const SentPart& part : message.parts)
      tokens += part.kind == SentKind::picture
                    ? in_picture
                    : tokens_of(std::max<std::size_t>(part.token.size(), 2) - 2);
  }
  return tokens;
}
}  // namespace

Result<ModelCall> read_model_call(const Api& api, std::string_view body) {
  const Result<RequestView> read = api.read(body);
  if (!read.ok()) return read.error();
  const RequestView& request = read.value();
  if (!request.fault.empty()) return Error{request.fault};
  ModelCall call{request.model, request.stream, request.ask_usage, {}, 0, {}};
  if (request.max_tokens.value_or(0) > 0) call.max_tokens = request.max_tokens;

  SeenRequest& seen = call.seen;
  const RequestView::Message* current = nullptr;
  if (const auto expected = recognised_messages(request)) {
    last_text(*expected, request, franz::Part::Source::system, seen.system);
    last_text(*expected, request, franz::Part::Source::reply, seen.story);
    current = last_text(*expected, request, franz::Part::Source::feedback, seen.feedback);
  }
  if (current == nullptr) {
    current = &request.messages.back();
    seen.feedback = joined_texts(*current, "\n", true);
  }
  for (const SentPart& part : request.messages.back().parts)
    if (part.kind == SentKind::text) seen.texts.push_back(decode_json_string(part.token));
  seen.told = told_in(request);
  // As a model reads them: nothing is between the parts of a message.
  for (const RequestView::Message& message : request.messages)
    seen.words += (seen.words.empty() ? "" : "\n") + joined_texts(message, "");
  seen.conversation = read_conversation(request);
  if (!seen.conversation.tools.empty()) {
    see_newest_picture(request, seen);
  } else if (const std::size_t pictures = count_parts(*current, SentKind::picture)) {
    see_picture(*find_part(*current, SentKind::picture, pictures - 1), seen);
  }
  call.prompt_tokens = count_prompt_tokens(request, seen.picture);
  return call;
}

Conversation read_conversation(const RequestView& request) {
  if (request.tool_names.empty()) return {};
  Conversation conversation{request.tool_names};
  std::vector<Exchange>& exchanges = conversation.exchanges;
  std::vector<std::string_view> ids;  // of the last reply's calls
  for (const RequestView::Message& message : request.messages) {
    if (is_reply(message)) {
      exchanges.push_back({joined_texts(message, "\n")});
      ids.clear();
      for (const SentPart& part : message.parts) {
        if (part.kind != SentKind::call) continue;
        ids.push_back(part.id);
        exchanges.back().calls.push_back(
            {decode_json_string(part.name),
             part.token.starts_with('"') ? decode_json_string(part.token) : std::string(part.token),
             ""});
      }
    } else if (message.role == "user") {
      std::string& told = exchanges.empty() ? conversation.task : exchanges.back().told;
      told += (told.empty() ? "" : "\n") + joined_texts(message, "\n");
    } else if (message.role == "tool" && !exchanges.empty()) {
      for (const SentPart& part : message.parts)
        for (std::size_t i = 0; i < ids.size(); ++i)
          if (ids[i] == part.id && part.kind == SentKind::answer)
            exchanges.back().calls[i].answer = decode_json_string(part.token);
    }
  }
  return conversation;
}
}  // namespace franz::demo_vlm
