#pragma once
// Reads the fields of one JSON object by JSON pointer (RFC 6901). It keeps the first failure and
// answers later reads with fallbacks, so a parser is a plain list of its fields.
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"

namespace franz {
class JsonFields {
 public:
  // Failure: not one JSON object ("expected one JSON object", with the library's position), or
  // longer than kMaxMessage.
  static Result<JsonFields> parse(std::string_view text);

  // Required: a missing or wrong field is a failure and reads as `min`, 0, false or "".
  std::int64_t integer(const std::string& pointer, std::int64_t min, std::int64_t max);
  double number(const std::string& pointer, double min, double max);
  bool boolean(const std::string& pointer);
  std::string text(const std::string& pointer);
  // One of `choices`: the failure lists them.
  std::string choice(const std::string& pointer, const std::vector<std::string>& choices);

  // Optional: a missing or null field reads as `fallback`; a wrong one is a failure.
  std::int64_t integer(const std::string& pointer, std::int64_t min, std::int64_t max,
                       std::int64_t fallback);
  double number(const std::string& pointer, double min, double max, double fallback);
  bool boolean(const std::string& pointer, bool fallback);
  std::string text(const std::string& pointer, const std::string& fallback);
  std::optional<std::string> optional_text(const std::string& pointer);
  std::vector<std::string> texts(const std::string& pointer, std::size_t max);  // missing: empty

  // Looks, without failure.
  bool has(const std::string& pointer) const;  // there and not null
  bool is_text(const std::string& pointer) const;
  bool is_object(const std::string& pointer) const;
  bool is_number(const std::string& pointer) const;
  std::size_t size(const std::string& pointer) const;               // of a list or object; else 0
  std::vector<std::string> keys(const std::string& pointer) const;  // of an object, in its order
  std::string raw(const std::string& pointer) const;  // the value as JSON; missing: "null"

  // Checks "protocol"; call it first.
  void protocol(const std::string& expected);
  void fail(const std::string& pointer, const std::string& expectation);
  // "/height: expected 1..4096"; empty while all is well.
  const std::string& failure() const { return failure_; }

 private:
  struct Document;
  explicit JsonFields(std::shared_ptr<const Document> document);
  std::shared_ptr<const Document> document_;
  std::string failure_;
};
}  // namespace franz
