#pragma once
// Reads and writes JSON with nlohmann/json, within limits. No exception leaves it. Model text is
// never decoded and encoded again: its token (the bytes with both quotes) is copied unchanged from
// one message to the next (common/base/json_tokens.h).
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/json_tokens.h"
#include "common/base/result.h"

namespace franz {
// One JSON text (RFC 8259), read into a table of its values. It refers to the text, which must
// outlive it. Strings may contain invalid UTF-8 and lone surrogates; decoding replaces both by
// U+FFFD. If keys are equal, the last member counts; duplicates() lists the others.
class JsonDocument {
 public:
  enum class Kind : std::uint8_t { null, boolean, number, text, list, object };
  using Id = std::uint32_t;
  static constexpr Id kNone = UINT32_MAX;
  static constexpr Id kRoot = 0;

  // Time and memory depend only on the length (n log n, for sorting keys). Failure: "no JSON at
  // position 7", "a number over 1.8e308 at position 7", "deeper than 200 brackets", "more than
  // 1000000 values", "longer than 64 MiB". `stop`, if not null, receives the place of a failure.
  static Result<JsonDocument> read(std::string_view text, JsonStop* stop = nullptr);

  // The value at a JSON pointer (RFC 6901), or kNone. Indexes and keys may have any length.
  Id at(std::string_view pointer) const;

  Kind kind(Id value) const { return nodes_[value].kind; }
  bool is(Id value, Kind kind) const { return value != kNone && nodes_[value].kind == kind; }
  std::size_t size(Id value) const { return nodes_[value].children; }  // of a scalar: 0
  std::string_view bytes(Id value) const;                              // as in the text
  std::string text(Id value) const;                                    // a string, decoded
  // A number; nothing if it is not a number or does not fit the integer type.
  std::optional<std::int64_t> integer(Id value) const;
  std::optional<double> number(Id value) const;
  std::string key(Id member) const { return std::string(key_view(member)); }
  std::vector<Id> children(Id value) const;  // in the text's order

  // The value as JSON in valid UTF-8 without white space: numbers keep their digits, strings are
  // written as by quote_json(), and of equal keys the last remains.
  std::string compact(Id value) const;

  // The pointers of the first kMaxDuplicates members that a later member with the same key
  // replaces. Keys are cut to 100 bytes, for messages. Empty if there are none.
  const std::vector<std::string>& duplicates() const { return duplicates_; }
  static constexpr std::size_t kMaxDuplicates = 10;

 private:
  class Builder;
  // Values are in the order of the text, a container before its contents.
  struct Node {
    JsonTokens::Span place;         // in the text
    JsonTokens::Span key;           // in keys_
    std::uint32_t first_child = 0;  // index in order_
    std::uint32_t children = 0;
    Id next = 0;  // the first value after this one and its contents
    Kind kind = Kind::null;
    bool shadowed = false;  // a later member has the same key
  };
  std::string_view key_view(Id member) const;

  std::string_view text_;
  std::vector<Node> nodes_;
  std::vector<Id> order_;  // each container's children: a list's by index, an object's by key
  std::string keys_;       // decoded
  std::vector<std::string> duplicates_;
};

// Builds an object; members keep the order of the calls.
class JsonObject {
 public:
  JsonObject();
  ~JsonObject();
  JsonObject(const JsonObject& other);
  JsonObject(JsonObject&& other) noexcept;

  JsonObject& raw(std::string_view key, std::string_view json);  // already JSON: copied unchanged
  // The same for long JSON, which is copied by finish() only and must exist until then.
  JsonObject& raw_kept(std::string_view key, std::string_view json);
  JsonObject& text(std::string_view key, std::string_view utf8);
  JsonObject& text_or_null(std::string_view key, const std::optional<std::string>& utf8) {
    return utf8 ? text(key, *utf8) : null(key);
  }
  JsonObject& number(std::string_view key, long long value);
  JsonObject& number(std::string_view key, double value);  // finite; the shortest exact digits
  JsonObject& boolean(std::string_view key, bool value);
  JsonObject& null(std::string_view key);
  // Opens a nested object: members added before close() belong to it.
  JsonObject& open(std::string_view key);
  JsonObject& close();
  // The whole object. Call once: the text may be many megabytes, so no copy is kept.
  std::string finish();

 private:
  struct Members;
  template <typename Value>
  JsonObject& add(std::string_view key, Value value);
  std::unique_ptr<Members> members_;
};
}  // namespace franz
