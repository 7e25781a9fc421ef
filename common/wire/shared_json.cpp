#include "common/wire/shared_json.h"
#include <atomic>
#include <utility>

namespace franz {
struct SharedJson::Content {
  explicit Content(std::string the_text) : text(std::move(the_text)) {}

  const std::string text;
  std::atomic<std::shared_ptr<const Result<JsonFields>>> fields;  // null: nobody asked yet
};

SharedJson::SharedJson(std::string text) : content_(std::make_shared<Content>(std::move(text))) {}

const std::string& SharedJson::str() const {
  static const std::string kNone = "null";
  return content_ ? content_->text : kNone;
}

// Of two threads that read it at once, what the first one read is kept.
Result<JsonFields> SharedJson::fields() const& {
  if (!content_) return JsonFields::parse(std::string_view(str()));
  std::shared_ptr<const Result<JsonFields>> known = content_->fields.load();
  if (!known) {
    auto read = std::make_shared<const Result<JsonFields>>(
        JsonFields::parse(std::string_view(content_->text)));
    if (content_->fields.compare_exchange_strong(known, read)) known = std::move(read);
  }
  return *known;
}
}  // namespace franz
