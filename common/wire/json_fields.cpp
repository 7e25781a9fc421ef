#include "common/wire/json_fields.h"
#include <nlohmann/json.hpp>
#include "common/wire/raw_json.h"

namespace franz {
using Json = nlohmann::ordered_json;

struct JsonFields::Document {
  Json root;

  const Json* find(const std::string& pointer) const {
    const Json::json_pointer at(pointer);
    if (!root.contains(at)) return nullptr;
    const Json& value = root.at(at);
    return value.is_null() ? nullptr : &value;
  }
};

JsonFields::JsonFields(std::shared_ptr<const Document> document) : document_(std::move(document)) {}

Result<JsonFields> JsonFields::parse(std::string_view text) {
  // The scanner bounds depth and size and mends what the library would refuse.
  Result<CutJson> cut = cut_tokens(text, {});
  if (!cut.ok()) return Error{"expected one JSON object: " + cut.error().message};
  auto document = std::make_shared<Document>();
  document->root = Json::parse(cut.value().rest, nullptr, /*allow_exceptions=*/false);
  if (!document->root.is_object()) return Error{"expected one JSON object"};
  return JsonFields(std::move(document));
}

void JsonFields::fail(const std::string& pointer, const std::string& expectation) {
  if (failure_.empty()) failure_ = pointer + ": expected " + expectation;
}

std::int64_t JsonFields::integer(const std::string& pointer, std::int64_t min, std::int64_t max) {
  const Json* field = document_->find(pointer);
  if (field != nullptr && field->is_number_integer()) {
    const bool huge = field->is_number_unsigned() && field->get<std::uint64_t>() > INT64_MAX;
    const auto value = huge ? INT64_MAX : field->get<std::int64_t>();
    if (!huge && value >= min && value <= max) return value;
  }
  fail(pointer, std::to_string(min) + ".." + std::to_string(max));
  return min;
}

double JsonFields::number(const std::string& pointer, double min, double max) {
  const Json* field = document_->find(pointer);
  if (field != nullptr && field->is_number()) {
    const auto value = field->get<double>();
    if (value >= min && value <= max) return value;
  }
  fail(pointer, "a number from " + json_number(min) + " to " + json_number(max));
  return min;
}

bool JsonFields::boolean(const std::string& pointer) {
  const Json* field = document_->find(pointer);
  if (field != nullptr && field->is_boolean()) return field->get<bool>();
  fail(pointer, "true or false");
  return false;
}

std::string JsonFields::text(const std::string& pointer) {
  const Json* field = document_->find(pointer);
  if (field != nullptr && field->is_string()) return field->get<std::string>();
  fail(pointer, "a text");
  return "";
}

std::string JsonFields::choice(const std::string& pointer,
                               const std::vector<std::string>& choices) {
  const Json* field = document_->find(pointer);
  std::string list;
  for (const std::string& each : choices) {
    if (field != nullptr && field->is_string() && field->get<std::string>() == each) return each;
    list += (list.empty() ? "" : ", ") + each;
  }
  fail(pointer, "one of " + list);
  return choices.front();
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

std::vector<std::string> JsonFields::texts(const std::string& pointer, std::size_t max) {
  std::vector<std::string> list;
  const Json* field = document_->find(pointer);
  if (field == nullptr) return list;
  if (!field->is_array() || field->size() > max) {
    fail(pointer, "a list of at most " + std::to_string(max));
    return list;
  }
  for (const Json& each : *field) {
    if (!each.is_string()) {
      fail(pointer + "/" + std::to_string(list.size()), "a text");
      return list;
    }
    list.push_back(each.get<std::string>());
  }
  return list;
}

bool JsonFields::has(const std::string& pointer) const {
  return document_->find(pointer) != nullptr;
}

bool JsonFields::is_text(const std::string& pointer) const {
  const Json* field = document_->find(pointer);
  return field != nullptr && field->is_string();
}

bool JsonFields::is_object(const std::string& pointer) const {
  const Json* field = document_->find(pointer);
  return field != nullptr && field->is_object();
}

bool JsonFields::is_number(const std::string& pointer) const {
  const Json* field = document_->find(pointer);
  return field != nullptr && field->is_number();
}

std::size_t JsonFields::size(const std::string& pointer) const {
  const Json* field = document_->find(pointer);
  return field != nullptr && field->is_structured() ? field->size() : 0;
}

std::vector<std::string> JsonFields::keys(const std::string& pointer) const {
  std::vector<std::string> names;
  const Json* field = document_->find(pointer);
  if (field == nullptr || !field->is_object()) return names;
  for (const auto& item : field->items()) names.push_back(item.key());
  return names;
}

std::string JsonFields::raw(const std::string& pointer) const {
  const Json* field = document_->find(pointer);
  return field == nullptr ? "null" : field->dump();
}

void JsonFields::protocol(const std::string& expected) {
  const Json* field = document_->find("/protocol");
  if (field == nullptr || !field->is_string() || field->get<std::string>() != expected)
    fail("/protocol", "\"" + expected + "\"");
}

}  // namespace franz
