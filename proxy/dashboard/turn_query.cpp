#include "proxy/dashboard/turn_query.h"
#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <span>
#include "common/base/json_string.h"
#include "common/base/utf8.h"
#include "common/tools/tool_registry.h"
#include "common/wire/executor_messages.h"
#include "common/wire/message_fields.h"

namespace franz::proxy {
static constexpr int kLastTurn = 999'999'999;

// The small letter of a capital one. Source: The Unicode Standard, code charts for Latin-1, Latin
// Extended-A, Greek and Cyrillic, where the two have a fixed distance.
static char32_t small_letter(char32_t code) {
  const auto within = [code](char32_t first, char32_t last) {
    return code >= first && code <= last;
  };
  if (within('A', 'Z') || within(0x391, 0x3A9)) return code + 0x20;
  if (within(0xC0, 0xDE) && code != 0xD7) return code + 0x20;
  if (within(0x100, 0x12F) || within(0x132, 0x137) || within(0x14A, 0x177)) return code | 1U;
  if ((within(0x139, 0x148) || within(0x179, 0x17E)) && code % 2 == 1) return code + 1;
  if (within(0x400, 0x40F)) return code + 0x50;
  if (within(0x410, 0x42F)) return code + 0x20;
  return code;
}

std::string fold_case(std::string_view text) {
  std::string folded;
  folded.reserve(text.size());
  while (!text.empty()) {
    const auto first = static_cast<unsigned char>(text.front());
    if (first < 0x80) {
      folded += static_cast<char>(small_letter(first));
      text.remove_prefix(1);
      continue;
    }
    const DecodedCharacter character = decode_utf8(text);
    append_utf8(folded, small_letter(character.code));
    text.remove_prefix(character.length);
  }
  return folded;
}

static Error wrong(std::string_view term, std::string_view expected) {
  return Error{std::string(term) + ": expected " + std::string(expected)};
}

static std::string listed(std::span<const std::string_view> names) {
  std::string all;
  for (const std::string_view name : names) {
    if (!all.empty()) all += name == names.back() ? " or " : ", ";
    all += name;
  }
  return all;
}

static std::optional<int> turn_number(std::string_view digits) {
  int turn = 0;
  const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), turn);
  const bool whole = failure == std::errc() && end == digits.data() + digits.size();
  return whole && turn >= 0 && turn <= kLastTurn ? std::optional(turn) : std::nullopt;
}

static Result<QueryTerm> parse_turns(QueryTerm term, std::string_view shown) {
  const std::size_t dash = term.text.find('-');
  const std::string_view text = term.text;
  const std::optional<int> from = turn_number(text.substr(0, dash));
  std::optional<int> to = from;
  if (dash != std::string_view::npos)
    to = dash + 1 == text.size() ? kLastTurn : turn_number(text.substr(dash + 1));
  if (!from || !to || *from > *to) return wrong(shown, "turn:7, turn:10-20 or turn:10-");
  term.from = *from;
  term.to = *to;
  return term;
}

static Result<QueryTerm> parse_verdict(QueryTerm term, std::string_view shown) {
  const std::optional<Verdict> verdict = find_verdict(term.text);
  if (!verdict) return wrong(shown, listed(verdict_names()));
  term.verdict = *verdict;
  return term;
}

static Result<QueryTerm> parse_outcome(QueryTerm term, std::string_view shown) {
  const std::optional<TurnOutcome> outcome = find_turn_outcome(term.text);
  if (!outcome) return wrong(shown, listed(turn_outcome_names()));
  term.outcome = *outcome;
  return term;
}

static Result<QueryTerm> parse_tool(QueryTerm term, std::string_view shown) {
  // Calls are recorded with their canonical names.
  for (const Tool& tool : all_tools()) {
    if (term.text != tool.name && (tool.alias.empty() || term.text != tool.alias)) continue;
    term.text = tool.name;
    return term;
  }
  std::vector<std::string_view> names;
  for (const Tool& tool : all_tools()) names.push_back(tool.name);
  return wrong(shown, listed(names));
}

namespace {
// The parsed first term; the text after it remains.
struct TermText {
  std::string_view shown;  // as written
  std::string key, value;  // key: "error" in error:drag; empty: none
  bool negated = false;
};
}  // namespace

static bool is_key(std::string_view key) {
  static constexpr std::array<std::string_view, 5> kKeys = {"error", "sst", "outcome", "tool",
                                                            "turn"};
  return std::find(kKeys.begin(), kKeys.end(), key) != kKeys.end();
}

// Removes the first term from `text`, which does not begin with a blank.
static Result<TermText> take_term(std::string_view& text) {
  const std::string_view begin = text;
  TermText term;
  if (text.front() == '-') {
    term.negated = true;
    text.remove_prefix(1);
  }
  const std::size_t colon = text.find_first_of(": \"");
  if (colon != std::string_view::npos && text[colon] == ':' && is_key(text.substr(0, colon))) {
    term.key = text.substr(0, colon);
    text.remove_prefix(colon + 1);
  }
  if (!text.empty() && text.front() == '"') {
    const std::size_t end = text.find('"', 1);
    if (end == std::string_view::npos) return wrong(begin, "a second \" that ends the words");
    term.value = text.substr(1, end - 1);
    text.remove_prefix(end + 1);
  } else {
    const std::size_t end = std::min(text.find_first_of(" \t\n"), text.size());
    term.value = text.substr(0, end);
    text.remove_prefix(end);
  }
  term.shown = begin.substr(0, begin.size() - text.size());
  return term;
}

static Result<QueryTerm> parse_term(const TermText& text) {
  QueryTerm term;
  term.negated = text.negated;
  term.text = fold_case(text.value);
  if (text.key == "error") {
    term.kind = QueryTerm::Kind::error;
  } else if (text.key == "sst") {
    term.kind = QueryTerm::Kind::sst;
    return parse_verdict(std::move(term), text.shown);
  } else if (text.key == "outcome") {
    term.kind = QueryTerm::Kind::outcome;
    return parse_outcome(std::move(term), text.shown);
  } else if (text.key == "tool") {
    term.kind = QueryTerm::Kind::tool;
    return parse_tool(std::move(term), text.shown);
  } else if (text.key == "turn") {
    term.kind = QueryTerm::Kind::turns;
    return parse_turns(std::move(term), text.shown);
  } else if (term.text.empty()) {
    return wrong(text.shown, "a word");
  }
  return term;
}

Result<TurnQuery> parse_turn_query(std::string_view text) {
  if (text.size() > kMaxQuery)
    return Error{"expected at most " + std::to_string(kMaxQuery) + " bytes"};
  TurnQuery query;
  for (;;) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\n"), text.size()));
    if (text.empty()) return query;
    const Result<TermText> read = take_term(text);
    if (!read.ok()) return read.error();
    Result<QueryTerm> term = parse_term(read.value());
    if (!term.ok()) return term.error();
    query.terms.push_back(std::move(term).value());
    if (query.terms.size() > kMaxTerms)
      return Error{"expected at most " + std::to_string(kMaxTerms) + " terms"};
  }
}

static std::optional<bool> row_holds(const QueryTerm& term, const TurnRow& row) {
  switch (term.kind) {
    case QueryTerm::Kind::sst: return row.verdict == term.verdict;
    case QueryTerm::Kind::outcome: return row.outcome == term.outcome;
    case QueryTerm::Kind::turns: return row.turn >= term.from && row.turn <= term.to;
    default: return std::nullopt;
  }
}

RowMatch match_row(const TurnQuery& query, const TurnRow& row) {
  RowMatch answer = RowMatch::yes;
  for (const QueryTerm& term : query.terms) {
    const std::optional<bool> holds = row_holds(term, row);
    if (!holds) {
      answer = RowMatch::ask_record;
    } else if (*holds == term.negated) {
      return RowMatch::no;
    }
  }
  return answer;
}

static bool is_plain_word(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  });
}

bool may_match(const TurnQuery& query, std::string_view record_json) {
  // Letters and digits appear in JSON unchanged, unless they are escaped by number.
  if (record_json.find("\\u") != std::string_view::npos) return true;
  std::string folded;
  for (const QueryTerm& term : query.terms) {
    const bool in_text = term.kind == QueryTerm::Kind::text ||
                         term.kind == QueryTerm::Kind::error || term.kind == QueryTerm::Kind::tool;
    if (!in_text || term.negated || !is_plain_word(term.text)) continue;
    if (folded.empty()) {
      folded = record_json;
      for (char& c : folded)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + ('a' - 'A'));
    }
    if (folded.find(term.text) == std::string::npos) return false;
  }
  return true;
}

namespace {
// A record's searchable texts, case-folded; created once for all terms.
struct Searchable {
  std::string text, errors;
  bool failed = false;
  std::vector<std::string> calls;  // "drag(1, 2, 3, 4)"
};
}  // namespace

// Adds one line per field, so that no phrase matches across two fields.
static void add_line(std::string& text, std::string_view line) {
  text += fold_case(line);
  text += '\n';
}

static Searchable searchable(const TurnRecord& record) {
  Searchable all;
  for (const std::string* token : {&record.story.str(), &record.feedback})
    if (*token != "null") add_line(all.text, decode_json_string(*token));
  if (record.response) {
    for (const std::string* token : {&record.response->text.str(), &record.response->reasoning})
      if (*token != "null") add_line(all.text, decode_json_string(*token));
  }
  if (record.note) add_line(all.text, *record.note);
  Result<MessageFields> out = record.executor_out.fields();
  if (!out.ok()) return all;  // null: no actions
  MessageFields& fields = out.value();
  constexpr std::size_t kMost = 10'000;
  all.failed = fields.has("/error");
  add_line(all.errors, fields.text("/error/class", ""));
  add_line(all.errors, fields.text("/error/text", ""));
  for (std::size_t i = 0; i < std::min(fields.size("/items"), kMost); ++i) {
    const std::string at = "/items/" + std::to_string(i);
    const auto outcome = find_outcome(fields.text(at + "/outcome", ""));
    if (outcome == Outcome::malformed) {
      all.failed = true;
      add_line(all.text, fields.text(at + "/written", ""));
      add_line(all.errors, fields.text(at + "/why", ""));
    } else if (outcome == Outcome::done || outcome == Outcome::noted) {
      all.calls.push_back(fold_case(fields.text(at + "/call", "")));
      add_line(all.text, all.calls.back());
    }
  }
  return all;
}

static bool record_holds(const QueryTerm& term, const Searchable& all) {
  switch (term.kind) {
    case QueryTerm::Kind::text: return all.text.find(term.text) != std::string::npos;
    case QueryTerm::Kind::error:
      return all.failed && all.errors.find(term.text) != std::string::npos;
    case QueryTerm::Kind::tool:
      return std::any_of(all.calls.begin(), all.calls.end(), [&](const std::string& call) {
        return call.starts_with(term.text + "(");
      });
    default: return !term.negated;  // decided by its row
  }
}

bool match_record(const TurnQuery& query, const TurnRecord& record) {
  const Searchable all = searchable(record);
  return std::all_of(query.terms.begin(), query.terms.end(), [&](const QueryTerm& term) {
    return record_holds(term, all) != term.negated;
  });
}
}  // namespace franz::proxy
