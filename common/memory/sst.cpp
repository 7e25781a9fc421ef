#include "common/memory/sst.h"
#include "common/base/json_string.h"
#include "common/memory/note.h"

namespace franz {
std::vector<Message> sst_messages(std::span<const Step> steps, const Now& now,
                                  const MemoryOptions&) {
  using Source = Part::Source;
  static const Step kNone;
  const Step& last = steps.empty() ? kNone : steps.back();
  std::vector<Message> messages = {
      {"system", {text_part(quote_json(now.system), Source::system)}},
      {"user", {text_part(last.reply.text, Source::reply, last.turn)}},
      {"user", {text_part(quote_json(with_note(now.feedback, now.note)), Source::feedback)}}};
  if (now.picture) messages.back().parts.push_back(picture_part(*now.picture));
  return messages;
}
}  // namespace franz
