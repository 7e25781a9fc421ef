#include "proxy/demo_vlm/seen_request.h"
#include <algorithm>
#include "common/base/base64.h"
#include "common/base/data_uri.h"
#include "common/base/json_string.h"
#include "common/run/places.h"
#include "proxy/demo_vlm/reply_pieces.h"

namespace franz::demo_vlm {
static constexpr int kPatchSide = 28;  // pixels a side that one token of a picture stands for

static void see_picture(std::string_view uri_token, SeenRequest& seen) {
  const std::string uri = decode_json_string(uri_token);
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

static std::vector<std::string> told_in(const RequestView& request) {
  std::vector<std::string> told;
  const auto last =
      std::find_if(request.messages.rbegin(), request.messages.rend(),
                   [](const RequestView::Message& message) { return message.role == "assistant"; });
  const bool alone = last == request.messages.rend();
  for (auto message = alone ? std::prev(request.messages.end()) : last.base();
       message != request.messages.end(); ++message) {
    for (const SentPart& part : message->parts) {
      if (alone && part.kind == franz::Part::Kind::picture) told.clear();
      if (part.kind == franz::Part::Kind::text) told.push_back(decode_json_string(part.token));
    }
  }
  return told;
}

// The last text of that source, and its message; null: there is none.
static const RequestView::Message* last_text(const std::vector<Message>& expected,
                                             const RequestView& request, franz::Part::Source source,
                                             std::string& text) {
  const std::vector<PartPlace> places = places_of(expected, source);
  if (places.empty()) return nullptr;
  if (const auto token = sent_text(expected, request, places.back()))
    text = decode_json_string(*token);
  return &request.messages[places.back().message];
}

// The newest picture of the conversation that can be decoded, or why there is none.
static void see_newest_picture(const RequestView& request, SeenRequest& seen) {
  for (std::size_t i = request.messages.size(); i-- > 0 && !seen.picture;) {
    const SentPart* const picture = find_part(request.messages[i], franz::Part::Kind::picture);
    if (picture == nullptr) continue;
    see_picture(picture->token, seen);
    const auto before = request.messages.begin() + static_cast<std::ptrdiff_t>(i);
    seen.conversation.seen_at = static_cast<std::size_t>(std::count_if(
        request.messages.begin(), before,
        [](const RequestView::Message& message) { return message.role == "assistant"; }));
  }
}

static long long tokens_of_picture(const Picture& picture) {
  const auto patches = [](int side) { return (side + kPatchSide - 1) / kPatchSide; };
  return static_cast<long long>(patches(picture.width)) * patches(picture.height);
}

Result<ModelCall> read_model_call(const Api& api, std::string_view body) {
  const Result<RequestView> read = api.read(body);
  if (!read.ok()) return read.error();
  const RequestView& request = read.value();
  if (!request.fault.empty()) return Error{request.fault};
  ModelCall call;
  call.model = request.model;
  call.stream = request.stream;
  call.ask_usage = request.ask_usage;
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
    if (part.kind == franz::Part::Kind::text) seen.texts.push_back(decode_json_string(part.token));
  seen.told = told_in(request);
  // As a model reads them: nothing is between the parts of a message.
  for (const RequestView::Message& message : request.messages)
    seen.words += (seen.words.empty() ? "" : "\n") + joined_texts(message, "");
  seen.conversation = read_conversation(request);
  if (!seen.conversation.tools.empty()) {
    see_newest_picture(request, seen);
  } else if (const std::size_t pictures = count_parts(*current, franz::Part::Kind::picture)) {
    see_picture(find_part(*current, franz::Part::Kind::picture, pictures - 1)->token, seen);
  }

  call.prompt_tokens = static_cast<long long>(request.messages.size()) * 4;
  for (const RequestView::Message& message : request.messages)
    for (const SentPart& part : message.parts)
      if (part.kind != franz::Part::Kind::picture)
        call.prompt_tokens += tokens_of(std::max<std::size_t>(part.token.size(), 2) - 2);
  std::size_t pictures = 0;
  for (const RequestView::Message& message : request.messages)
    pictures += count_parts(message, franz::Part::Kind::picture);
  // The others are taken to be as large as the one that is looked at.
  if (seen.picture)
    call.prompt_tokens += static_cast<long long>(pictures) * tokens_of_picture(*seen.picture);
  return call;
}
}  // namespace franz::demo_vlm
