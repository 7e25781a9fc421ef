#include "common/wire/shared_json.h"
#include <mutex>
#include <optional>
#include <utility>

namespace franz {
struct SharedJson::Content {
  explicit Content(std::string the_text) : text(std::move(the_text)) {}

  const std::string text;
  std::once_flag once;
  std::optional<Result<JsonFields>> fields;
};

SharedJson::SharedJson(std::string text) : content_(std::make_shared<Content>(std::move(text))) {}

const std::string& SharedJson::str() const {
  static const std::string kNone = "null";
  return content_ ? content_->text : kNone;
}

Result<JsonFields> SharedJson::fields() const& {
  if (!content_) return JsonFields::parse(std::string_view(str()));
  std::call_once(content_->once, [this] {
    content_->fields = JsonFields::parse(std::string_view(content_->text));
  });
  return *content_->fields;
}
}  // namespace franz
