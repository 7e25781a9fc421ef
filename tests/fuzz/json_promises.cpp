#include "tests/fuzz/json_promises.h"
#include <nlohmann/json.hpp>
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/wire/api/apis.h"
#include "common/wire/executor_messages.h"

namespace franz {
namespace {
using Json = nlohmann::json;
using Kind = JsonDocument::Kind;

// Compares both values, and looks each up by its pointer.
std::string compare(const JsonDocument& values, JsonDocument::Id at, const Json& expected,
                    const std::string& pointer) {
  if (values.at(pointer) != at) return pointer + ": the pointer leads elsewhere";
  switch (values.kind(at)) {
    case Kind::null: return expected.is_null() ? "" : pointer + ": null";
    case Kind::boolean:
      return expected.is_boolean() && expected.get<bool>() == (values.bytes(at) == "true")
                 ? ""
                 : pointer + ": a boolean";
    case Kind::number: return expected.is_number() ? "" : pointer + ": a number";
    case Kind::text:
      return expected.is_string() && expected.get<std::string>() == values.text(at)
                 ? ""
                 : pointer + ": a text";
    case Kind::list:
    case Kind::object: break;
  }
  const bool object = values.kind(at) == Kind::object;
  if (object ? !expected.is_object() : !expected.is_array()) return pointer + ": a container";
  const std::vector<JsonDocument::Id> children = values.children(at);
  if (values.size(at) != children.size() || expected.size() != children.size())
    return pointer + ": a size";
  std::size_t index = 0;
  for (const JsonDocument::Id child : children) {
    const std::string key = object ? values.key(child) : std::to_string(index);
    if (object && !expected.contains(key)) return pointer + ": a key";
    const Json& member = object ? expected[key] : expected[index];
    std::string broken = compare(values, child, member, pointer + "/" + pointer_segment(key));
    if (!broken.empty()) return broken;
    ++index;
  }
  return "";
}

// None of these may throw, for any text.
void read_as_messages(std::string_view text) {
  (void)parse_executor_request(text);
  (void)parse_executor_reply(text);
  for (const Api& api : all_apis()) {
    (void)api.read(text);
    (void)api.departures(text, {});
    const auto reader = api.reader(200, "");
    (void)reader->feed(text);
    (void)reader->take_content();
    const ModelReply reply = reader->finish(ReplyReader::End::whole);
    (void)reply_notes(reply, 200);
    (void)api.answer(reply);
  }
}
}  // namespace

std::string broken_promise(std::string_view text) {
  read_as_messages(text);
  const Result<JsonDocument> read = JsonDocument::read(text);
  if (!read.ok()) {
    const std::string& why = read.error().message;
    const bool limit =
        why.starts_with("deeper") || why.starts_with("more") || why.starts_with("longer");
    // The library skips a byte order mark and stops at a NUL.
    const bool lax = text.starts_with("\xEF\xBB\xBF") || text.find('\0') != std::string_view::npos;
    return limit || lax || !Json::accept(text) ? "" : "refused: " + why;
  }
  const JsonDocument& values = read.value();
  const std::string compact = values.compact(JsonDocument::kRoot);
  const Result<JsonDocument> again = JsonDocument::read(compact);
  if (!again.ok()) return "refused when read again: " + again.error().message;
  if (again.value().compact(JsonDocument::kRoot) != compact) return "differs when read again";
  if (!again.value().duplicates().empty()) return "duplicates when read again";
  const Json expected = Json::parse(compact, nullptr, /*allow_exceptions=*/false);
  if (expected.is_discarded()) return "accepted";
  return compare(values, JsonDocument::kRoot, expected, "");
}
}  // namespace franz
