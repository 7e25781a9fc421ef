#include "common/wire/shared_json.h"
#include <atomic>
#include <utility>
#include "common/wire/message_fields.h"

namespace franz {
struct SharedJson::Content {
  explicit Content(std::string the_text) : text(std::move(the_text)) {}

  const std::string text;
  std::atomic<std::shared_ptr<const Result<MessageFields>>> fields;  // null: not parsed yet
};

SharedJson::SharedJson(std::string text) : content_(std::make_shared<Content>(std::move(text))) {}

const std::string& SharedJson::str() const {
  static const std::string kNone = "null";
  return content_ ? content_->text : kNone;
}

// If two threads parse at the same time, the first result is kept.
Result<MessageFields> SharedJson::fields() const& {
  if (!content_) return MessageFields::parse(std::string_view(str()));
  std::shared_ptr<const Result<MessageFields>> known = content_->fields.load();
  if (!known) {
    auto read = std::make_shared<const Result<MessageFields>>(
        MessageFields::parse(std::string_view(content_->text)));
    if (content_->fields.compare_exchange_strong(known, read)) known = std::move(read);
  }
  return *known;
}
}  // namespace franz
