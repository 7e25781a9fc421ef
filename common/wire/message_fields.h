#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
#include "common/base/json.h"
#include "common/base/result.h"

namespace franz {
// Reads the fields of one JSON object by JSON pointer. It keeps the first failure and returns
// fallbacks for later reads, so a parser is a plain list of its fields.
class MessageFields {
 public:
  using Kind = JsonDocument::Kind;
  // How to treat an object with duplicate keys. Readers may differ about such a text, so our
  // formats reject it; only what others wrote is read as they meant it.
  enum class Duplicates {
    refused,    // "/raw: given twice"
    last_wins,  // as for most readers; see duplicates()
  };

  // The object refers to `text`, which must outlive it unless it is moved in. Failure: "expected
  // one JSON object" with the reason of JsonDocument::read(), or a duplicate.
  static Result<MessageFields> parse(std::string_view text,
                                     Duplicates duplicates = Duplicates::refused);
  static Result<MessageFields> parse(std::string&& text,
                                     Duplicates duplicates = Duplicates::refused);
  // A temporary may also be const: `found ? *found : ""` is one.
  static Result<MessageFields> parse(const std::string&& text,
                                     Duplicates duplicates = Duplicates::refused) {
    return parse(std::string(text), duplicates);
  }
  static Result<MessageFields> parse(const char* text,
                                     Duplicates duplicates = Duplicates::refused) {
    return parse(std::string_view(text), duplicates);
  }

  // A missing or null field returns `fallback`. Without a fallback, or if the field has another
  // kind or is out of range, that is a failure, and `min`, 0, false or "" is returned.
  std::int64_t integer(const std::string& pointer, std::int64_t min, std::int64_t max,
                       std::optional<std::int64_t> fallback = {});
  double number(const std::string& pointer, double min, double max,
                std::optional<double> fallback = {});
  bool boolean(const std::string& pointer, std::optional<bool> fallback = {});
  std::string text(const std::string& pointer, const std::optional<std::string>& fallback = {});
  // One of `choices`; the failure lists them.
  std::string choice(const std::string& pointer, const std::vector<std::string>& choices);
  // A text as its token: its bytes in the message, including quotes. Failure: more than `max` bytes
  // between the quotes; returns "\"\"".
  std::string_view token(const std::string& pointer, std::size_t max);
  // Missing or null: nothing.
  std::optional<std::string> optional_text(const std::string& pointer);
  std::optional<std::string_view> optional_token(const std::string& pointer, std::size_t max);
  std::vector<std::string> texts(const std::string& pointer, std::size_t max);  // missing: empty

  // These never fail.
  bool has(const std::string& pointer) const;  // present and not null
  bool is(const std::string& pointer, Kind kind) const;
  bool is_null(const std::string& pointer) const { return is(pointer, Kind::null); }
  bool is_text(const std::string& pointer) const { return is(pointer, Kind::text); }
  bool is_list(const std::string& pointer) const { return is(pointer, Kind::list); }
  bool is_object(const std::string& pointer) const { return is(pointer, Kind::object); }
  bool is_number(const std::string& pointer) const { return is(pointer, Kind::number); }
  std::size_t size(const std::string& pointer) const;               // of a list or object; else 0
  std::vector<std::string> keys(const std::string& pointer) const;  // of an object, in order
  // The value as JSON in valid UTF-8, without white space; missing: "null".
  std::string raw(const std::string& pointer) const;
  // The token of a text of any length; nothing: missing, or another kind of value.
  std::optional<std::string_view> find_token(const std::string& pointer) const;
  // The bytes of any value except null; nothing: missing.
  std::optional<std::string_view> find_value(const std::string& pointer) const;
  // Pointers of the first members that a later duplicate replaced; see JsonDocument::duplicates().
  const std::vector<std::string>& duplicates() const { return document_->json.duplicates(); }

  // Checks "protocol"; call it first. For another version of the same format the failure names
  // both: `"franz.run.v2", got "franz.run.v1": another version of FRANZ wrote it`.
  void protocol(const std::string& expected);
  void fail(const std::string& pointer, const std::string& expectation);
  // "/height: expected 1..4096"; empty: no failure.
  const std::string& failure() const { return failure_; }
  // The failure with its code: ErrorCode::other_version if protocol() found another version.
  Error error() const { return {failure_, code_}; }

 private:
  struct Document {
    std::string owned;  // the text, if it was moved in
    JsonDocument json;
  };
  static Result<MessageFields> read(std::shared_ptr<Document> document, std::string_view text,
                                    Duplicates duplicates);
  JsonDocument::Id find(const std::string& pointer, Kind kind) const;
  std::shared_ptr<const Document> document_;
  std::string failure_;
  ErrorCode code_ = ErrorCode::failed;
};
}  // namespace franz
