#pragma once
// A value in a call that a model wrote, in any syntax: JSON or Python literals. Nothing is
// evaluated.
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>
#include "common/base/json.h"

namespace franz {
struct LiteralMember;

struct Literal {
  using List = std::vector<Literal>;
  using Members = std::vector<LiteralMember>;  // in written order
  // Nothing: null or None. A text is UTF-8, or WTF-8 if the model wrote half a surrogate pair.
  std::variant<std::monostate, bool, double, std::string, List, Members> value;

  bool is_null() const { return std::holds_alternative<std::monostate>(value); }
  const std::string* text() const { return std::get_if<std::string>(&value); }
  const List* list() const { return std::get_if<List>(&value); }
  const Members* members() const { return std::get_if<Members>(&value); }
  // A finite number, or a text that is one: small models quote numbers.
  std::optional<double> number() const;
  // The last member of an object with this key, as in JSON readers. Null: none, its value is null,
  // or this is not an object.
  const Literal* find(std::string_view key) const;
};

struct LiteralMember {
  std::string first;  // its key
  Literal second;
};

// The text of that member of an object. Null: none, or not a text.
const std::string* member_text(const Literal& object, std::string_view key);

Literal literal_of(const JsonDocument& values, JsonDocument::Id id);

inline constexpr std::size_t kMaxLiteralDepth = 50;  // open brackets

// Reads the literal in `text` at `at`, after blanks, and its end:
//   numbers with signs, 0x10, 1_000, 1e3 · 'text' "text" '''text''' with Python's escapes, several
//   in a row joined · true false null True False None · [..] and (..) as lists, a single value in
//   round brackets as itself · {..} with texts as keys
// JSON is a subset of this. Escapes unknown to Python stay unchanged, with their backslash.
// Nothing: there is none, it is incomplete, or deeper than kMaxLiteralDepth. Linear time.
struct LiteralRead {
  Literal value;
  std::size_t end = 0;
};
std::optional<LiteralRead> read_literal(std::string_view text, std::size_t at);

// All of `text`, except surrounding blanks.
std::optional<Literal> whole_literal(std::string_view text);

// As JSON for messages, cut to `max_bytes`; UTF-8.
std::string shown(const Literal& literal, std::size_t max_bytes = 80);
}  // namespace franz
