#include "common/wire/api/model_reply.h"
#include <utility>
#include "common/base/count_text.h"

namespace franz {
std::string story_token(const ModelReply& reply) {
  std::string token;
  token.reserve(2 + (reply.content ? reply.content->size() : 0));
  token += '"';
  if (reply.content) token += *reply.content;
  token += '"';
  return token;
}

Reply reply_of(const ModelReply& reply) { return {story_token(reply), reply.calls}; }

static std::string note_on_content(const ModelReply& reply) {
  switch (reply.content_kind) {
    case ModelReply::Content::null: return "content is null: the story is empty";
    case ModelReply::Content::missing: return "content is missing: the story is empty";
    case ModelReply::Content::other: return "content is not a text: the story is empty";
    case ModelReply::Content::text: break;
  }
  return reply.content->empty() ? "content is empty: so is the story" : "";
}

std::vector<std::string> reply_notes(const ModelReply& reply, int status, bool calls_expected) {
  std::vector<std::string> notes;
  if (reply.kind == ModelReply::Kind::error && status < 400)
    notes.push_back("error under status " + std::to_string(status));
  if (reply.kind == ModelReply::Kind::reply) {
    const bool calls_instead = calls_expected && !reply.calls.empty();
    if (std::string note = note_on_content(reply); !note.empty() && !calls_instead)
      notes.push_back(std::move(note));
    if (reply.finish_reason == kEndedAtLimit)
      notes.emplace_back("finish_reason is length: the reply ends where max_tokens ran out");
    if (reply.finish_reason == "content_filter")
      notes.emplace_back("finish_reason is content_filter: the server withheld text");
    if (!reply.calls.empty() && !calls_expected)
      notes.push_back(count_text(reply.calls.size(), "tool call") + " beside the content");
  }
  if (reply.reasoning && !reply.reasoning->empty())
    notes.push_back("separate reasoning of " + count_text(reply.reasoning->size(), "byte") +
                    ": not part of the story");
  if (reply.odd_events > 0)
    notes.push_back(count_text(reply.odd_events, "event") + " in the stream without valid JSON");
  return notes;
}
}  // namespace franz
