#include "common/wire/message_fields.h"
#include <algorithm>
#include "common/base/json_string.h"

namespace franz {
using Kind = JsonDocument::Kind;
using Id = JsonDocument::Id;

JsonDocument::Id MessageFields::find(const std::string& pointer, Kind kind) const {
  const Id value = document_->json.at(pointer);
  return document_->json.is(value, kind) ? value : JsonDocument::kNone;
}

Result<MessageFields> MessageFields::read(std::shared_ptr<Document> document, std::string_view text,
                                          Duplicates duplicates) {
  Result<JsonDocument> json = JsonDocument::read(text);
  if (!json.ok()) return within("expected one JSON object", json.error());
  document->json = std::move(json).value();
  if (document->json.kind(JsonDocument::kRoot) != Kind::object)
    return Error{"expected one JSON object"};
  if (duplicates == Duplicates::refused && !document->json.duplicates().empty())
    return Error{document->json.duplicates().front() + ": given twice"};
  MessageFields fields;
  fields.document_ = std::move(document);
  return fields;
}

Result<MessageFields> MessageFields::parse(std::string_view text, Duplicates duplicates) {
  return read(std::make_shared<Document>(), text, duplicates);
}

Result<MessageFields> MessageFields::parse(std::string&& text, Duplicates duplicates) {
  auto document = std::make_shared<Document>();
  document->owned = std::move(text);
  const std::string_view owned = document->owned;
  return read(std::move(document), owned, duplicates);
}

void MessageFields::fail(const std::string& pointer, const std::string& expectation) {
  if (failure_.empty()) failure_ = pointer + ": expected " + expectation;
}

std::int64_t MessageFields::integer(const std::string& pointer, std::int64_t min, std::int64_t max,
                                    std::optional<std::int64_t> fallback) {
  if (fallback && !has(pointer)) return *fallback;
  if (const Id field = find(pointer, Kind::number); field != JsonDocument::kNone) {
    const std::optional<std::int64_t> value = document_->json.integer(field);
    if (value && *value >= min && *value <= max) return *value;
  }
  fail(pointer, std::to_string(min) + ".." + std::to_string(max));
  return min;
}

double MessageFields::number(const std::string& pointer, double min, double max,
                             std::optional<double> fallback) {
  if (fallback && !has(pointer)) return *fallback;
  if (const Id field = find(pointer, Kind::number); field != JsonDocument::kNone) {
    const std::optional<double> value = document_->json.number(field);
    if (value && *value >= min && *value <= max) return *value;
  }
  fail(pointer, "a number from " + json_number(min) + " to " + json_number(max));
  return min;
}

bool MessageFields::boolean(const std::string& pointer, std::optional<bool> fallback) {
  if (fallback && !has(pointer)) return *fallback;
  if (const Id field = find(pointer, Kind::boolean); field != JsonDocument::kNone)
    return document_->json.bytes(field) == "true";
  fail(pointer, "true or false");
  return false;
}

std::string MessageFields::text(const std::string& pointer,
                                const std::optional<std::string>& fallback) {
  if (fallback && !has(pointer)) return *fallback;
  if (const Id field = find(pointer, Kind::text); field != JsonDocument::kNone)
    return document_->json.text(field);
  fail(pointer, "a text");
  return "";
}

std::string MessageFields::choice(const std::string& pointer,
                                  const std::vector<std::string>& choices) {
  std::string list;
  for (const std::string& each : choices) {
    if (is_text(pointer) && text(pointer) == each) return each;
    list += (list.empty() ? "" : ", ") + each;
  }
  fail(pointer, "one of " + list);
  return choices.front();
}

std::string_view MessageFields::token(const std::string& pointer, std::size_t max) {
  const std::optional<std::string_view> token = find_token(pointer);
  if (token && token->size() - 2 <= max) return *token;
  fail(pointer, token ? "at most " + std::to_string(max) + " bytes of text" : "a text");
  return "\"\"";
}

std::optional<std::string> MessageFields::optional_text(const std::string& pointer) {
  return has(pointer) ? std::optional(text(pointer)) : std::nullopt;
}

std::optional<std::string_view> MessageFields::optional_token(const std::string& pointer,
                                                              std::size_t max) {
  return has(pointer) ? std::optional(token(pointer, max)) : std::nullopt;
}

std::vector<std::string> MessageFields::texts(const std::string& pointer, std::size_t max) {
  std::vector<std::string> list;
  if (!has(pointer)) return list;
  if (!is_list(pointer) || size(pointer) > max) {
    fail(pointer, "a list of at most " + std::to_string(max));
    return list;
  }
  for (const Id each : document_->json.children(document_->json.at(pointer))) {
    if (document_->json.kind(each) != Kind::text) {
      fail(pointer + "/" + std::to_string(list.size()), "a text");
      return list;
    }
    list.push_back(document_->json.text(each));
  }
  return list;
}

bool MessageFields::has(const std::string& pointer) const {
  return document_->json.at(pointer) != JsonDocument::kNone && !is_null(pointer);
}

bool MessageFields::is(const std::string& pointer, Kind kind) const {
  return find(pointer, kind) != JsonDocument::kNone;
}

std::size_t MessageFields::size(const std::string& pointer) const {
  return has(pointer) ? document_->json.size(document_->json.at(pointer)) : 0;
}

std::vector<std::string> MessageFields::keys(const std::string& pointer) const {
  std::vector<std::string> names;
  if (!is_object(pointer)) return names;
  for (const Id member : document_->json.children(document_->json.at(pointer)))
    names.push_back(document_->json.key(member));
  return names;
}

std::string MessageFields::raw(const std::string& pointer) const {
  const Id value = document_->json.at(pointer);
  return value == JsonDocument::kNone ? "null" : document_->json.compact(value);
}

std::optional<std::string_view> MessageFields::find_token(const std::string& pointer) const {
  return is_text(pointer) ? find_value(pointer) : std::nullopt;
}

std::optional<std::string_view> MessageFields::find_value(const std::string& pointer) const {
  if (!has(pointer)) return std::nullopt;
  return document_->json.bytes(document_->json.at(pointer));
}

// "franz.run.v2" and "franz.run.v1" are versions of the same format.
static bool is_other_version(std::string_view expected, std::string_view got) {
  const std::size_t version = expected.rfind('v') + 1;
  const std::string_view number = got.substr(std::min(version, got.size()));
  return got.starts_with(expected.substr(0, version)) && !number.empty() && number.size() < 10 &&
         number.find_first_not_of("0123456789") == std::string_view::npos;
}

void MessageFields::protocol(const std::string& expected) {
  const std::string got = is_text("/protocol") ? text("/protocol") : "";
  if (got == expected) return;
  if (!is_other_version(expected, got)) return fail("/protocol", "\"" + expected + "\"");
  if (failure_.empty()) code_ = ErrorCode::other_version;
  fail("/protocol", "\"" + expected + "\", got \"" + got + "\": another version of FRANZ wrote it");
}
}  // namespace franz
