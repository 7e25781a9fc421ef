#include "executor/dialect/complaints.h"
#include <algorithm>
#include <utility>
#include "common/base/count_text.h"
#include "common/base/json_string.h"
#include "common/base/printable.h"
#include "common/base/utf8.h"
#include "common/formats/call_arguments.h"
#include "common/tools/suggestions.h"

namespace franz::executor {
static constexpr std::size_t kMaxValueShown = 60;  // bytes
static constexpr std::size_t kMaxPlaceShown = 200, kMaxComplaintLine = 500;

static std::string complaint_line(const std::string& place, const std::string& what) {
  return printable(cut_text(cut_text(place, kMaxPlaceShown) + ": " + what, kMaxComplaintLine));
}

void Complaints::note(const std::string& place, const std::string& what) {
  std::string line = complaint_line(place, what);
  if (lines_.size() < kMax && budget_.take(line.size() + 1)) {
    lines_.push_back(std::move(line));
  } else {
    ++left_out_;
  }
}

void Complaints::refuse(const std::string& place, const std::string& what) {
  if (!refusal_) refusal_ = complaint_line(place, what);
  note(place, what);
}

std::vector<std::string> Complaints::lines() const {
  std::vector<std::string> lines = lines_;
  if (left_out_ > 0)
    lines.push_back("and " + count_text(left_out_, "more complaint", "more complaints"));
  return lines;
}

std::string shown(const JsonDocument& values, JsonDocument::Id value) {
  if (values.kind(value) == JsonDocument::Kind::text) return shown_text(values.text(value));
  return cut_text(values.compact(value), kMaxValueShown);
}

std::string shown_text(std::string_view text) { return quote_json(cut_text(text, kMaxValueShown)); }

std::string taken_note(const JsonDocument& values, JsonDocument::Id value,
                       const JsonDocument& taken) {
  const auto noun = [&]() -> std::string_view {
    switch (taken.kind(JsonDocument::kRoot)) {
      case JsonDocument::Kind::number: return "the number ";
      case JsonDocument::Kind::text: return "the text ";
      case JsonDocument::Kind::list: return "the list ";
      case JsonDocument::Kind::object: return "the object ";
      case JsonDocument::Kind::null:
      case JsonDocument::Kind::boolean: break;
    }
    return "";
  };
  return shown(values, value) + " was taken as " + std::string(noun()) +
         shown(taken, JsonDocument::kRoot);
}

std::vector<std::string> check_names(const JsonDocument& values, JsonDocument::Id object,
                                     const std::string& place,
                                     std::span<const std::string_view> known,
                                     Complaints& complaints) {
  std::vector<std::string> unknown;
  std::vector<std::string_view> missing(known.begin(), known.end());
  std::vector<JsonDocument::Id> members = values.children(object);
  members.resize(std::min(members.size(), kMaxNames));
  for (const JsonDocument::Id member : members) {
    const std::string name = values.key(member);
    if (std::erase(missing, name) == 0) unknown.push_back(name);
  }
  std::erase_if(unknown, [&](const std::string& name) {
    const std::string_view near = nearest_name(name, missing);
    if (near.empty()) return false;
    complaints.refuse(member_of(place, name),
                      "it is not known; did you mean " + std::string(near) + "?");
    return true;
  });
  return unknown;
}

void report_unknown_argument(const std::string& place, std::string_view name,
                             Complaints& complaints) {
  if (means_nothing(name)) {
    complaints.note(place, "there is no such argument; it was ignored");
  } else {
    complaints.refuse(place, "there is no such argument");
  }
}

std::string member_of(const std::string& place, std::string_view key) {
  const bool plain = !key.empty() && std::ranges::all_of(key, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
  if (!plain || key.size() > kMaxValueShown) return place + "[" + shown_text(key) + "]";
  return place.empty() ? std::string(key) : place + "." + std::string(key);
}

std::string element_of(const std::string& place, std::size_t index) {
  return place + "[" + std::to_string(index) + "]";
}
}  // namespace franz::executor
