#include "common/wire/computer_call.h"
#include "common/base/json.h"
#include "common/base/utf8.h"
#include "common/wire/message_fields.h"

namespace franz {
static constexpr std::size_t kMaxCheckWords = 500;  // bytes of the messages of all checks
static constexpr const char* kChecks = "/pending_safety_checks";

std::vector<std::string_view> items_of_computer_call(const ReplyCall& call) {
  if (call.name != kComputerCallName || !call.arguments.starts_with('[')) return {};
  const Result<JsonDocument> read = JsonDocument::read(call.arguments);
  if (!read.ok()) return {};
  std::vector<std::string_view> items;
  for (const JsonDocument::Id each : read.value().children(JsonDocument::kRoot)) {
    if (read.value().kind(each) != JsonDocument::Kind::object) return {};
    items.push_back(read.value().bytes(each));
  }
  return items;
}

std::string kept_item(std::string_view item) {
  Result<MessageFields> read = MessageFields::parse(item, MessageFields::Duplicates::last_wins);
  if (!read.ok()) return "{}";
  if (!read.value().duplicates().empty()) return read.value().raw("");
  std::string kept;
  kept.reserve(item.size());
  bool in_text = false;
  for (std::size_t i = 0; i < item.size(); ++i) {
    const char c = item[i];
    const bool is_blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (in_text && static_cast<unsigned char>(c) < ' ') return read.value().raw("");
    if (!in_text && is_blank) continue;
    kept += c;
    if (c == '"') in_text = !in_text;
    if (in_text && c == '\\' && i + 1 < item.size()) kept += item[++i];
  }
  return kept;
}

std::string computer_call_arguments(const std::vector<std::string>& items) {
  std::string list = "[";
  for (const std::string& each : items) list += (list.size() > 1 ? "," : "") + each;
  return list + "]";
}

SafetyChecks pending_safety_checks(std::string_view item) {
  SafetyChecks checks{"[]", ""};
  Result<MessageFields> read = MessageFields::parse(item, MessageFields::Duplicates::last_wins);
  if (!read.ok()) return checks;
  MessageFields& fields = read.value();
  if (!fields.has(kChecks)) return checks;
  const std::size_t count = fields.size(kChecks);
  if (fields.is_list(kChecks) && count == 0) return checks;
  checks.json = fields.raw(kChecks);
  // Anything other than a list of objects also demands a confirmation.
  std::string words;
  for (std::size_t i = 0; i < count && words.size() <= kMaxCheckWords; ++i) {
    const std::string at = kChecks + ("/" + std::to_string(i));
    for (const char* const member : {"/message", "/code", "/id"}) {
      if (!fields.is_text(at + member) || fields.text(at + member).empty()) continue;
      words += (words.empty() ? "" : "; ") + fields.text(at + member);
      break;
    }
  }
  words = to_valid_utf8(cut_text(words, kMaxCheckWords));
  for (char& c : words)
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7F') c = ' ';
  checks.message = "safety check of the model's server" + (words.empty() ? "" : ": " + words);
  return checks;
}

bool has_pending_safety_checks(const Reply& reply) {
  for (const ReplyCall& call : reply.calls) {
    const std::vector<std::string_view> items = items_of_computer_call(call);
    if (!items.empty() && !pending_safety_checks(items.back()).message.empty()) return true;
  }
  return false;
}
}  // namespace franz
