#include "proxy/dashboard/changed_request.h"
#include <algorithm>
#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/wire/limits.h"
#include "common/wire/message_fields.h"

namespace franz::proxy {
static constexpr double kMaxTemperature = 2;

Result<TurnQuestion> parse_turn_question(std::string_view json) {
  Result<MessageFields> parsed = MessageFields::parse(json);
  if (!parsed.ok()) return parsed.error();
  MessageFields& fields = parsed.value();
  TurnQuestion question;
  question.turn = static_cast<int>(fields.integer("/turn", 1, kMaxTurn));
  question.changes.model = fields.optional_text("/model");
  if (const auto& model = question.changes.model)
    if (model->empty() || model->size() > kMaxModelName)
      fields.fail("/model", "a name of 1 to " + std::to_string(kMaxModelName) + " bytes");
  if (fields.has("/temperature"))
    question.changes.temperature = fields.number("/temperature", 0, kMaxTemperature);
  question.changes.system = fields.optional_text("/system");
  if (!fields.failure().empty()) return Error{fields.failure()};
  return question;
}

namespace {
// The bytes of a text from `at` on, to be replaced.
struct Edit {
  std::size_t at = 0, length = 0;
  std::string bytes;
};
}  // namespace

// `part`: a view into `whole`.
static Edit replacing(std::string_view whole, std::string_view part, std::string bytes) {
  return {static_cast<std::size_t>(part.data() - whole.data()), part.size(), std::move(bytes)};
}

static bool is_inside(std::string_view whole, std::string_view part) {
  // std::less also orders pointers into different objects: an API may return a constant.
  const std::less<const char*> before;
  return !before(part.data(), whole.data()) &&
         !before(whole.data() + whole.size(), part.data() + part.size());
}

// Replaces a member of the body's object, or adds it at its front.
static Edit set_member(const std::string& body, const JsonDocument& json, const std::string& key,
                       const std::string& value) {
  const JsonDocument::Id member = json.at("/" + key);
  if (member != JsonDocument::kNone) return replacing(body, json.bytes(member), value);
  const bool is_empty = json.size(JsonDocument::kRoot) == 0;
  return {body.find('{') + 1, 0, quote_json(key) + ":" + value + (is_empty ? "" : ",")};
}

static Result<Edit> set_system(const Api& api, const std::string& body, const std::string& text) {
  const Result<RequestView> view = api.read(body);
  if (!view.ok()) return view.error();
  for (const RequestView::Message& message : view.value().messages) {
    if (message.role != "system") continue;
    const std::optional<std::string_view> token = one_text(message);
    if (token && is_inside(body, *token)) return replacing(body, *token, quote_json(text));
    break;
  }
  return Error{"the request has no system message that is one text"};
}

Result<std::string> change_request(const Api& api, const std::string& body,
                                   const RequestChanges& changes) {
  const Result<JsonDocument> json = JsonDocument::read(body);
  if (!json.ok()) return json.error();
  if (!json.value().is(JsonDocument::kRoot, JsonDocument::Kind::object))
    return Error{"expected a JSON object"};
  std::vector<Edit> edits;
  if (changes.model)
    edits.push_back(set_member(body, json.value(), "model", quote_json(*changes.model)));
  if (changes.temperature)
    edits.push_back(
        set_member(body, json.value(), "temperature", json_number(*changes.temperature)));
  if (changes.system) {
    Result<Edit> edit = set_system(api, body, *changes.system);
    if (!edit.ok()) return edit.error();
    edits.push_back(std::move(edit).value());
  }
  // From the end, so that the places of the others stay valid.
  std::ranges::sort(edits, std::greater<>(), &Edit::at);
  std::string changed = body;
  for (const Edit& edit : edits) changed.replace(edit.at, edit.length, edit.bytes);
  return changed;
}
}  // namespace franz::proxy
