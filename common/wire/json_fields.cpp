#include "common/wire/json_fields.h"
#include <algorithm>
#include <charconv>
#include <utility>
#include "common/base/json_values.h"
#include "common/wire/raw_json.h"

namespace franz {
using Kind = JsonValues::Kind;
using Id = JsonValues::Id;

struct JsonFields::Document {
  std::string owned;  // the text, where it was given away
  JsonValues values;

  // The value at a place, or nothing where null or none stands.
  std::optional<Id> find(const std::string& pointer) const {
    const Id value = values.at(pointer);
    if (value == JsonValues::kNone || values.kind(value) == Kind::null) return std::nullopt;
    return value;
  }

  std::optional<Id> find(const std::string& pointer, Kind kind) const {
    const std::optional<Id> value = find(pointer);
    return value && values.kind(*value) == kind ? value : std::nullopt;
  }
};

JsonFields::JsonFields(std::shared_ptr<const Document> document) : document_(std::move(document)) {}

Result<JsonFields> JsonFields::read(std::shared_ptr<Document> document, std::string_view text,
                                    Duplicates duplicates) {
  Result<JsonValues> values = JsonValues::read(text);
  if (!values.ok()) return within("expected one JSON object", values.error());
  document->values = std::move(values).value();
  if (document->values.kind(JsonValues::kRoot) != Kind::object)
    return Error{"expected one JSON object"};
  if (duplicates == Duplicates::refused && !document->values.duplicates().empty())
    return Error{document->values.duplicates().front() + ": given twice"};
  return JsonFields(std::move(document));
}

Result<JsonFields> JsonFields::parse(std::string_view text, Duplicates duplicates) {
  return read(std::make_shared<Document>(), text, duplicates);
}

Result<JsonFields> JsonFields::parse(std::string&& text, Duplicates duplicates) {
  auto document = std::make_shared<Document>();
  document->owned = std::move(text);
  const std::string_view owned = document->owned;
  return read(std::move(document), owned, duplicates);
}

void JsonFields::fail(const std::string& pointer, const std::string& expectation) {
  if (failure_.empty()) failure_ = pointer + ": expected " + expectation;
}

// The whole of `text` as a number, or nothing where it is of another form or too large for it.
template <typename Number>
static std::optional<Number> whole(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::int64_t JsonFields::integer(const std::string& pointer, std::int64_t min, std::int64_t max) {
  if (const auto field = document_->find(pointer, Kind::number)) {
    const auto value = whole<std::int64_t>(document_->values.bytes(*field));
    if (value && *value >= min && *value <= max) return *value;
  }
  fail(pointer, std::to_string(min) + ".." + std::to_string(max));
  return min;
}

double JsonFields::number(const std::string& pointer, double min, double max) {
  if (const auto field = document_->find(pointer, Kind::number)) {
    // All numbers fit a double; what is out of range for from_chars() is too small and so 0.
    const double value = whole<double>(document_->values.bytes(*field)).value_or(0);
    if (value >= min && value <= max) return value;
  }
  fail(pointer, "a number from " + json_number(min) + " to " + json_number(max));
  return min;
}

bool JsonFields::boolean(const std::string& pointer) {
  if (const auto field = document_->find(pointer, Kind::boolean))
    return document_->values.bytes(*field) == "true";
  fail(pointer, "true or false");
  return false;
}

std::string JsonFields::text(const std::string& pointer) {
  if (const auto field = document_->find(pointer, Kind::text))
    return document_->values.text(*field);
  fail(pointer, "a text");
  return "";
}

std::string JsonFields::choice(const std::string& pointer,
                               const std::vector<std::string>& choices) {
  const auto field = document_->find(pointer, Kind::text);
  const std::string given = field ? document_->values.text(*field) : "";
  std::string list;
  for (const std::string& each : choices) {
    if (field && given == each) return each;
    list += (list.empty() ? "" : ", ") + each;
  }
  fail(pointer, "one of " + list);
  return choices.front();
}

std::string_view JsonFields::token(const std::string& pointer, std::size_t max) {
  const std::optional<std::string_view> token = find_token(pointer);
  if (token && token->size() - 2 <= max) return *token;
  fail(pointer, token ? "at most " + std::to_string(max) + " bytes of text" : "a text");
  return "\"\"";
}

std::int64_t JsonFields::integer(const std::string& pointer, std::int64_t min, std::int64_t max,
                                 std::int64_t fallback) {
  return has(pointer) ? integer(pointer, min, max) : fallback;
}

double JsonFields::number(const std::string& pointer, double min, double max, double fallback) {
  return has(pointer) ? number(pointer, min, max) : fallback;
}

bool JsonFields::boolean(const std::string& pointer, bool fallback) {
  return has(pointer) ? boolean(pointer) : fallback;
}

std::string JsonFields::text(const std::string& pointer, const std::string& fallback) {
  return has(pointer) ? text(pointer) : fallback;
}

std::optional<std::string> JsonFields::optional_text(const std::string& pointer) {
  if (!has(pointer)) return std::nullopt;
  return text(pointer);
}

std::optional<std::string_view> JsonFields::optional_token(const std::string& pointer,
                                                           std::size_t max) {
  if (!has(pointer)) return std::nullopt;
  return token(pointer, max);
}

std::vector<std::string> JsonFields::texts(const std::string& pointer, std::size_t max) {
  std::vector<std::string> list;
  const auto field = document_->find(pointer);
  if (!field) return list;
  const JsonValues& values = document_->values;
  if (values.kind(*field) != Kind::list || values.size(*field) > max) {
    fail(pointer, "a list of at most " + std::to_string(max));
    return list;
  }
  for (const Id each : values.children(*field)) {
    if (values.kind(each) != Kind::text) {
      fail(pointer + "/" + std::to_string(list.size()), "a text");
      return list;
    }
    list.push_back(values.text(each));
  }
  return list;
}

bool JsonFields::has(const std::string& pointer) const {
  return document_->find(pointer).has_value();
}

bool JsonFields::is_null(const std::string& pointer) const {
  const Id value = document_->values.at(pointer);
  return value != JsonValues::kNone && document_->values.kind(value) == Kind::null;
}

bool JsonFields::is_text(const std::string& pointer) const {
  return document_->find(pointer, Kind::text).has_value();
}

bool JsonFields::is_list(const std::string& pointer) const {
  return document_->find(pointer, Kind::list).has_value();
}

bool JsonFields::is_object(const std::string& pointer) const {
  return document_->find(pointer, Kind::object).has_value();
}

bool JsonFields::is_number(const std::string& pointer) const {
  return document_->find(pointer, Kind::number).has_value();
}

std::size_t JsonFields::size(const std::string& pointer) const {
  const auto field = document_->find(pointer);
  return field ? document_->values.size(*field) : 0;
}

std::vector<std::string> JsonFields::keys(const std::string& pointer) const {
  std::vector<std::string> names;
  const auto field = document_->find(pointer, Kind::object);
  if (!field) return names;
  for (const Id member : document_->values.children(*field))
    names.push_back(document_->values.key(member));
  return names;
}

std::string JsonFields::raw(const std::string& pointer) const {
  const auto field = document_->find(pointer);
  return field ? document_->values.compact(*field) : "null";
}

std::optional<std::string_view> JsonFields::find_token(const std::string& pointer) const {
  const auto field = document_->find(pointer, Kind::text);
  if (!field) return std::nullopt;
  return document_->values.bytes(*field);
}

std::optional<std::string_view> JsonFields::find_value(const std::string& pointer) const {
  const JsonValues::Id value = document_->values.at(pointer);
  if (value == JsonValues::kNone || document_->values.kind(value) == Kind::null)
    return std::nullopt;
  return document_->values.bytes(value);
}

const std::vector<std::string>& JsonFields::duplicates() const {
  return document_->values.duplicates();
}

// "franz.run.v2" and "franz.run.v1" are versions of one format.
static bool is_other_version(std::string_view expected, std::string_view got) {
  const std::size_t version = expected.rfind('v') + 1;
  const std::string_view number = got.substr(std::min(version, got.size()));
  return got.starts_with(expected.substr(0, version)) && !number.empty() && number.size() < 10 &&
         number.find_first_not_of("0123456789") == std::string_view::npos;
}

void JsonFields::protocol(const std::string& expected) {
  const auto field = document_->find("/protocol", Kind::text);
  const std::string got = field ? document_->values.text(*field) : "";
  if (got == expected) return;
  if (!is_other_version(expected, got)) return fail("/protocol", "\"" + expected + "\"");
  if (failure_.empty()) code_ = ErrorCode::other_version;
  fail("/protocol", "\"" + expected + "\", got \"" + got + "\": another version of FRANZ wrote it");
}
}  // namespace franz
