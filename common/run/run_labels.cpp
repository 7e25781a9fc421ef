#include "common/run/run_labels.h"
#include <utility>
#include "common/base/ascii.h"
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/base/printable.h"

namespace franz {
static std::string read_text(MessageFields& fields, const std::string& pointer,
                             const std::string& text, std::size_t max) {
  std::string cut(trimmed(text));
  if (cut.size() > max)
    fields.fail(pointer, "at most " + std::to_string(max) + " bytes of text");
  else if (printable(cut) != cut)
    fields.fail(pointer, "a text without control characters");
  return cut;
}

RunLabel read_run_label(MessageFields& fields, const std::string& pointer) {
  RunLabel label;
  label.title =
      read_text(fields, pointer + "/title", fields.text(pointer + "/title", ""), kMaxTitle);
  const std::string tags = pointer + "/tags";
  for (const std::string& tag : fields.texts(tags, kMaxTags))
    if (std::string text = read_text(fields, tags, tag, kMaxTag); !text.empty())
      label.tags.push_back(std::move(text));
  return label;
}

Result<RunLabels> parse_run_labels(std::string_view json) {
  Result<MessageFields> parsed = MessageFields::parse(json);
  if (!parsed.ok()) return parsed.error();
  MessageFields& fields = parsed.value();
  RunLabels labels;
  for (const std::string& name : fields.keys(""))
    labels[name] = read_run_label(fields, "/" + pointer_segment(name));
  if (!fields.failure().empty()) return fields.error();
  return labels;
}

std::string to_json(const RunLabels& labels) {
  JsonObject object;
  for (const auto& [name, label] : labels)
    if (!label.empty())
      object.open(name).text("title", label.title).raw("tags", json_text_array(label.tags)).close();
  return object.finish();
}
}  // namespace franz
