#include "common/formats/glm/memory.h"
#include <algorithm>
#include <string>
#include <utility>
#include "common/base/json_string.h"
#include "common/formats/glm/parts.h"
#include "common/memory/conversation.h"
#include "common/memory/note.h"

namespace franz {
namespace {
// These texts are from the models' training.
constexpr const char* kHistory = "\n# Historical Actions and Current Memory\nHistory:";
constexpr const char* kOmitted = "(Omitted in context.)";
constexpr const char* kMemory = "\nMemory:\n";
constexpr const char* kNoMemory = "[]";
constexpr const char* kFormat =
    "\n# Output Format\nPlain text explanation with action(param='...')\nMemory:\n[{\"key\": "
    "\"value\"}, ...]\n\n# Some Additional Notes\n- I'll give you the most recent history "
    "screenshots along with the historical action steps.\n- You should put the key information you "
    "*have to remember* in a seperated memory part and I'll give it to you in the next round. The "
    "content in this part should be a dict list. If you no longer need some given information, you "
    "should remove it from the memory. Even if you don't need to remember anything, you should "
    "also "
    "output an empty list.\n";
constexpr const char* kNow = "\nCurrent Screenshot:\n";

class Writer {
 public:
  // The memory's own texts are joined up to the next part of another kind.
  void words(const std::string& text) { words_ += text; }
  void add(Part part) {
    flush();
    message_.parts.push_back(std::move(part));
  }
  void write(const Observation& seen) {
    flush();
    add_words(message_, seen);
  }
  std::vector<Message> take() {
    flush();
    return {std::move(message_)};
  }

 private:
  void flush() {
    if (!words_.empty()) message_.parts.push_back(text_part(quote_json(words_)));
    words_.clear();
  }
  Message message_{"user", {}};
  std::string words_;
};
}  // namespace

std::vector<Message> glm_messages(std::span<const Step> steps, const Now& now,
                                  const MemoryOptions& options) {
  const auto kept = static_cast<std::size_t>(std::max(options.keep_pictures - 1, 0));
  const std::size_t first_picture = steps.size() - std::min(steps.size(), kept);
  Writer writer;
  writer.add(text_part(quote_json(now.system), Part::Source::system));
  writer.words(kHistory);
  const std::size_t omitted = left_out(steps, options);
  if (omitted > 0) writer.words("\n" + left_out_note(omitted));
  const Step* remembers = nullptr;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Step& step = steps[i];
    if (glm_memory(step.reply.text) != kNoText) remembers = &step;
    if (i < omitted) continue;
    writer.words("\nstep " + std::to_string(i + 1) + ": Screenshot:");
    if (step.picture && i >= first_picture) {
      writer.add(picture_part(*step.picture));
    } else {
      writer.words(kOmitted);
    }
    writer.write(observation_of(step));
    writer.add(reply_part(step, kGlmStep));
  }
  writer.words(kMemory);
  if (remembers != nullptr) {
    writer.add(reply_part(*remembers, kGlmMemory));
  } else {
    writer.words(kNoMemory);
  }
  writer.words(kFormat);
  writer.words(kNow);
  if (now.picture) writer.add(picture_part(*now.picture));
  // Added even if empty: another attempt at this turn may have had feedback, or no picture, and
  // must have the same number of texts.
  writer.add(text_part(quote_json(with_note(now.feedback, now.note)), Part::Source::feedback));
  return writer.take();
}
}  // namespace franz
