#include "common/base/json.h"
#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <utility>
#include "common/base/json_string.h"
#include "common/base/utf8.h"

namespace franz {
using Library = nlohmann::json;
using Kind = JsonDocument::Kind;
using Id = JsonDocument::Id;

// Invalid UTF-8 and lone surrogates are replaced, as other programs would do.
static std::string decode_valid(std::string_view token) {
  if (library_reads(token)) return Library::parse(token, nullptr, false).get<std::string>();
  return to_valid_utf8(decode_json_string(token));
}

// Handles the library's events. Values arrive in the order of their bytes in the text.
class JsonDocument::Builder : public Library::json_sax_t {
 public:
  Builder(JsonDocument& document, const JsonTokens& tokens)
      : json_(document), tokens_(tokens), cut_key_(tokens.cut_keys.begin()) {
    json_.nodes_.reserve(tokens.values.size());
  }
  bool met_too_large_number() const { return too_large_number_; }

  bool null() override { return add(Kind::null); }
  bool boolean(bool /*value*/) override { return add(Kind::boolean); }
  bool number_integer(std::int64_t /*value*/) override { return add(Kind::number); }
  bool number_unsigned(std::uint64_t /*value*/) override { return add(Kind::number); }
  bool number_float(double /*value*/, const std::string& /*digits*/) override {
    return add(Kind::number);
  }
  bool string(std::string& /*text*/) override { return add(Kind::text); }
  bool binary(Library::binary_t& /*bytes*/) override { return false; }  // JSON has none
  bool start_object(std::size_t /*size*/) override { return open(Kind::object); }
  bool start_array(std::size_t /*size*/) override { return open(Kind::list); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(std::string& decoded) override {
    if (cut_key_ != tokens_.cut_keys.end() && cut_key_->number == keys_++) {
      const auto [begin, end] = cut_key_++->token;
      decoded = decode_valid(json_.text_.substr(begin, end - begin));
    }
    key_ = {static_cast<std::uint32_t>(json_.keys_.size()),
            static_cast<std::uint32_t>(json_.keys_.size() + decoded.size())};
    json_.keys_ += decoded;
    return true;
  }
  bool parse_error(std::size_t /*at*/, const std::string& /*token*/,
                   const nlohmann::detail::exception& why) override {
    too_large_number_ = dynamic_cast<const Library::out_of_range*>(&why) != nullptr;
    return false;
  }

 private:
  struct Open {
    Id container;
    std::size_t waiting;  // where its children begin in waiting_
  };

  bool add(Kind kind) {
    const Id id = static_cast<Id>(json_.nodes_.size());
    if (id == tokens_.values.size())
      return false;  // in invalid JSON the library may find other values
    json_.nodes_.push_back({tokens_.values[id], key_, 0, 0, id + 1, kind, false});
    if (!open_.empty()) waiting_.push_back(id);
    return true;
  }
  bool open(Kind kind) {
    if (!add(kind)) return false;
    open_.push_back({static_cast<Id>(json_.nodes_.size() - 1), waiting_.size()});
    return true;
  }
  bool close() {
    const Open closed = open_.back();
    Node& container = json_.nodes_[closed.container];
    container.next = static_cast<Id>(json_.nodes_.size());
    container.first_child = static_cast<std::uint32_t>(json_.order_.size());
    const auto begin = waiting_.begin() + static_cast<std::ptrdiff_t>(closed.waiting);
    // Sorting finds duplicate keys in n log n steps for any keys. A hash table could be given keys
    // that all collide.
    if (container.kind == Kind::object) {
      std::sort(begin, waiting_.end(), [this](Id a, Id b) {
        const auto order = json_.key_view(a) <=> json_.key_view(b);
        return order != 0 ? order < 0 : a < b;
      });
    }
    for (auto each = begin; each != waiting_.end(); ++each) {
      Node& node = json_.nodes_[*each];
      node.shadowed = container.kind == Kind::object && each + 1 != waiting_.end() &&
                      json_.key_view(*each) == json_.key_view(each[1]);
      if (!node.shadowed) json_.order_.push_back(*each);
      if (node.shadowed && json_.duplicates_.size() < kMaxDuplicates)
        add_duplicate(json_.key_view(*each));
    }
    container.children = static_cast<std::uint32_t>(json_.order_.size() - container.first_child);
    waiting_.resize(closed.waiting);
    open_.pop_back();
    return true;
  }
  // A pointer is as long as the text is deep, and the same one may occur many times. So the number
  // of duplicates examined is bounded, as well as the number kept.
  void add_duplicate(std::string_view key) {
    static constexpr int kMaxLooks = 100;
    if (++duplicate_looks_ > kMaxLooks) return;
    static constexpr std::size_t kMaxShown = 100;
    const auto segment = [](std::string_view name) {
      const std::string shown = to_valid_utf8(name.substr(0, kMaxShown));
      return "/" + pointer_segment(name.size() > kMaxShown ? shown + "…" : shown);
    };
    std::string pointer;
    for (std::size_t i = 0; i + 1 < open_.size(); ++i) {
      pointer += json_.kind(open_[i].container) == Kind::list
                     ? "/" + std::to_string(open_[i + 1].waiting - open_[i].waiting - 1)
                     : segment(json_.key_view(open_[i + 1].container));
    }
    pointer += segment(key);
    if (std::ranges::find(json_.duplicates_, pointer) == json_.duplicates_.end())
      json_.duplicates_.push_back(std::move(pointer));
  }

  JsonDocument& json_;
  const JsonTokens& tokens_;
  std::vector<JsonTokens::CutKey>::const_iterator cut_key_;
  std::size_t keys_ = 0;
  JsonTokens::Span key_;  // of the next value
  bool too_large_number_ = false;
  int duplicate_looks_ = 0;
  std::vector<Open> open_;
  std::vector<Id> waiting_;  // the children so far of each open container
};

Result<JsonDocument> JsonDocument::read(std::string_view text, JsonStop* stop) {
  JsonStop unused;
  JsonStop& found = stop != nullptr ? *stop : unused;
  JsonTokens tokens;
  JsonRefusal refusal;
  const bool is_read = find_json_tokens(text, tokens, refusal);
  if (!refusal.limit.message.empty()) {
    found = {refusal.at, refusal.at, JsonStop::Expected::less, false, std::move(refusal.open)};
    return std::move(refusal.limit);
  }
  JsonDocument document;
  document.text_ = text;
  Builder builder(document, tokens);
  if (is_read && Library::sax_parse(tokens.cut_text.empty() ? text : tokens.cut_text, &builder))
    return document;
  found = find_json_stop(text);
  if (builder.met_too_large_number()) found.expected = JsonStop::Expected::less;
  return Error{(builder.met_too_large_number() ? "a number over 1.8e308" : "no JSON") +
               std::string(" at position ") + std::to_string(found.token)};
}

std::string_view JsonDocument::key_view(Id member) const {
  const auto [begin, end] = nodes_[member].key;
  return std::string_view(keys_).substr(begin, end - begin);
}

Id JsonDocument::at(std::string_view pointer) const {
  if (!pointer.empty() && pointer.front() != '/') return kNone;
  Id value = kRoot;
  while (!pointer.empty()) {
    const std::string segment = take_pointer_segment(pointer);
    const Node& node = nodes_[value];
    const std::span<const Id> children = std::span(order_).subspan(node.first_child, node.children);
    std::size_t index = 0;
    if (node.kind == Kind::object) {
      const auto found = std::ranges::lower_bound(children, std::string_view(segment), {},
                                                  [this](Id id) { return key_view(id); });
      if (found == children.end() || key_view(*found) != segment) return kNone;
      index = static_cast<std::size_t>(found - children.begin());
    } else {
      // RFC 6901 §4: digits without leading zeros.
      const auto end = segment.data() + segment.size();
      const auto [read, error] = std::from_chars(segment.data(), end, index);
      if (error != std::errc() || read != end || (segment.size() > 1 && segment.front() == '0') ||
          index >= children.size())
        return kNone;
    }
    value = children[index];
  }
  return value;
}

std::string_view JsonDocument::bytes(Id value) const {
  const auto [begin, end] = nodes_[value].place;
  return text_.substr(begin, end - begin);
}

std::string JsonDocument::text(Id value) const { return decode_valid(bytes(value)); }

std::optional<std::int64_t> JsonDocument::integer(Id value) const {
  if (kind(value) != Kind::number) return std::nullopt;
  const Library number = Library::parse(bytes(value), nullptr, false);
  constexpr std::uint64_t kMost = INT64_MAX;
  if (number.is_number_unsigned() ? number.get<std::uint64_t>() > kMost
                                  : !number.is_number_integer())
    return std::nullopt;
  return number.get<std::int64_t>();
}

std::optional<double> JsonDocument::number(Id value) const {
  if (kind(value) != Kind::number) return std::nullopt;
  return Library::parse(bytes(value), nullptr, false).get<double>();
}

std::vector<Id> JsonDocument::children(Id value) const {
  std::vector<Id> ids;
  ids.reserve(nodes_[value].children);
  for (Id each = value + 1; each < nodes_[value].next; each = nodes_[each].next)
    if (!nodes_[each].shadowed) ids.push_back(each);
  return ids;
}

// Recursion is bounded by kMaxDepth.
std::string JsonDocument::compact(Id value) const {
  const bool object = kind(value) == Kind::object;
  if (kind(value) == Kind::text) return quote_json(text(value));
  if (!object && kind(value) != Kind::list) return std::string(bytes(value));
  std::string json;
  for (const Id each : children(value)) {
    json += json.empty() ? "" : ",";
    if (object) json += quote_json(key_view(each)) + ":";
    json += compact(each);
  }
  return (object ? "{" + json + "}" : "[" + json + "]");
}

// In the library's object, a value that is already JSON is represented by a placeholder: a text of
// kMark and a number. No other text begins with kMark.
struct JsonObject::Members {
  std::vector<std::pair<std::string, nlohmann::ordered_json>> open;
  struct Raw {
    std::string copied;
    std::string_view kept;  // if nothing was copied
  };
  std::vector<Raw> raw;
};
static constexpr char kMark = '\x01';
static constexpr std::string_view kWrittenMark = R"(:"\u0001)";

JsonObject::JsonObject() : members_(std::make_unique<Members>()) { open(""); }
JsonObject::~JsonObject() = default;
JsonObject::JsonObject(const JsonObject& other)
    : members_(std::make_unique<Members>(*other.members_)) {}
JsonObject::JsonObject(JsonObject&& other) noexcept = default;

// The library's own insertion compares with every existing key.
template <typename Value>
JsonObject& JsonObject::add(std::string_view key, Value value) {
  nlohmann::ordered_json& object = members_->open.back().second;
  object.get_ref<nlohmann::ordered_json::object_t&>().emplace_back(key, std::move(value));
  return *this;
}

JsonObject& JsonObject::raw(std::string_view key, std::string_view json) {
  members_->raw.push_back({std::string(json), {}});
  return add(key, kMark + std::to_string(members_->raw.size() - 1));
}

JsonObject& JsonObject::raw_kept(std::string_view key, std::string_view json) {
  members_->raw.push_back({{}, json});
  return add(key, kMark + std::to_string(members_->raw.size() - 1));
}

JsonObject& JsonObject::open(std::string_view key) {
  members_->open.emplace_back(key, nlohmann::ordered_json::object());
  return *this;
}

JsonObject& JsonObject::close() {
  auto [key, object] = std::move(members_->open.back());
  members_->open.pop_back();
  return add(key, std::move(object));
}

JsonObject& JsonObject::text(std::string_view key, std::string_view utf8) {
  const std::string token = quote_json(utf8);
  return library_reads(token) && !utf8.starts_with(kMark) ? add(key, utf8) : raw(key, token);
}

JsonObject& JsonObject::number(std::string_view key, long long value) { return add(key, value); }
JsonObject& JsonObject::number(std::string_view key, double value) {
  return raw(key, json_number(value));  // the library writes 900.0
}
JsonObject& JsonObject::boolean(std::string_view key, bool value) { return add(key, value); }
JsonObject& JsonObject::null(std::string_view key) { return add(key, nullptr); }

std::string JsonObject::finish() {
  using Handler = nlohmann::ordered_json::error_handler_t;
  const std::string written = members_->open.front().second.dump(-1, ' ', false, Handler::replace);
  std::size_t size = written.size(), copied = 0, number = 0;
  for (const Members::Raw& each : members_->raw) size += each.copied.size() + each.kept.size();
  std::string json;
  json.reserve(size);
  // In a text a quote follows a backslash, so only placeholders begin like this.
  for (auto at = written.find(kWrittenMark); at != written.npos;
       at = written.find(kWrittenMark, copied)) {
    json.append(written, copied, at + 1 - copied);
    const Members::Raw each = std::exchange(members_->raw[number++], {});
    json.append(each.copied).append(each.kept);
    copied = written.find('"', at + kWrittenMark.size()) + 1;
  }
  json.append(written, copied);
  return json;  // moved: the result of append() would be copied
}
}  // namespace franz
