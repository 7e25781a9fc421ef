#include "common/base/json_values.h"
#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <span>
#include <utility>
#include "common/base/byte_runs.h"
#include "common/base/json_string.h"
#include "common/base/utf8.h"

namespace franz {
namespace {
bool is_hex(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

// The length of the word that is no string and no bracket: it ends where another value may begin.
std::size_t word_length(std::string_view text) {
  static constexpr std::array<bool, 256> kEnds = [] {
    std::array<bool, 256> ends{};
    for (const char end : std::string_view(" \t\r\n{}[],:\""))
      ends[static_cast<unsigned char>(end)] = true;
    return ends;
  }();
  std::size_t length = 0;
  while (length < text.size() && !kEnds[static_cast<unsigned char>(text[length])]) ++length;
  return length;
}

// RFC 8259 §6: -?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?
bool is_number(std::string_view word) {
  const auto digits = [&word] {
    std::size_t count = 0;
    while (count < word.size() && word[count] >= '0' && word[count] <= '9') ++count;
    word.remove_prefix(count);
    return count;
  };
  const auto take = [&word](char one, char other) {
    const bool found = !word.empty() && (word.front() == one || word.front() == other);
    if (found) word.remove_prefix(1);
    return found;
  };
  take('-', '-');
  if (!take('0', '0') && digits() == 0) return false;
  if (take('.', '.') && digits() == 0) return false;
  if (take('e', 'E') && (take('+', '-'), digits() == 0)) return false;
  return word.empty();
}

// Whether a number, rounded, is a double. Other readers refuse what is not or make an infinity of
// it; what is too small is 0 to all of them.
bool fits_double(std::string_view number) {
  // Without an exponent it has no more digits than characters, and 10^308 fits.
  constexpr std::size_t kSurelyFits = 300;
  if (number.size() < kSurelyFits && number.find_first_of("eE") == std::string_view::npos)
    return true;
  double value = 0;
  if (std::from_chars(number.data(), number.data() + number.size(), value).ec == std::errc())
    return true;
  // Where the first digit stands that is not 0: in front of the point or behind it.
  const std::size_t mantissa_end = std::min(number.find_first_of("eE"), number.size());
  const std::string_view mantissa = number.substr(0, mantissa_end);
  const auto point = static_cast<long long>(std::min(mantissa.find('.'), mantissa.size()));
  const auto first = static_cast<long long>(mantissa.find_first_of("123456789"));
  std::string_view exponent = number.substr(std::min(mantissa_end + 1, number.size()));
  if (exponent.starts_with('+')) exponent.remove_prefix(1);
  int shift = 0;
  if (std::from_chars(exponent.data(), exponent.data() + exponent.size(), shift).ec ==
      std::errc::result_out_of_range)
    return exponent.front() == '-';
  return point - first + shift <= 0;
}

// The order in which an object's members are kept: most keys differ in their lengths, so that few
// bytes are compared.
bool stands_before(std::string_view key, std::string_view other) {
  return key.size() != other.size() ? key.size() < other.size() : key < other;
}

// Orders most keys as stands_before() does at the cost of comparing two numbers: their length and
// how they begin. Of two with the same rank the keys themselves tell.
std::uint64_t rank_of(std::string_view key) {
  constexpr std::size_t kShort = 255, kBeginning = 7;
  if (key.size() >= kShort) return std::uint64_t{kShort} << 56U;
  std::uint64_t rank = key.size();
  for (std::size_t i = 0; i < kBeginning; ++i)
    rank = rank << 8U | (i < key.size() ? static_cast<unsigned char>(key[i]) : 0U);
  return rank;
}

bool is_plain(std::string_view inner) {
  return ascii_length(inner) == inner.size() && inner.find('\\') == std::string_view::npos;
}

// The same of one that is short as a rule.
bool is_plain_key(std::string_view inner) {
  return std::ranges::none_of(
      inner, [](char c) { return static_cast<unsigned char>(c) >= 0x80 || c == '\\'; });
}

// What the library of every other program would take: wrong UTF-8 and lone surrogates replaced.
std::string decode_valid(std::string_view token) {
  return to_valid_utf8(decode_json_string(token));
}

// The next segment of a pointer, with ~1 and ~0 decoded; `pointer` begins with its slash and is
// moved behind the segment. `decoded` keeps the segment where it had to be changed.
std::string_view take_segment(std::string_view& pointer, std::string& decoded) {
  pointer.remove_prefix(1);
  const std::size_t end = std::min(pointer.find('/'), pointer.size());
  const std::string_view segment = pointer.substr(0, end);
  pointer.remove_prefix(end);
  if (segment.find('~') == std::string_view::npos) return segment;
  decoded.clear();
  for (std::size_t i = 0; i < segment.size(); ++i) {
    const bool escape = segment[i] == '~' && i + 1 < segment.size() &&
                        (segment[i + 1] == '0' || segment[i + 1] == '1');
    decoded += !escape ? segment[i] : segment[++i] == '0' ? '~' : '/';
  }
  return decoded;
}
}  // namespace

std::size_t json_string_length(std::string_view text, std::size_t* stop) {
  const auto stopped = [&](std::size_t at) {
    if (stop != nullptr) *stop = std::min(at, text.size());
    return std::string_view::npos;
  };
  if (!text.starts_with('"')) return stopped(0);
  for (std::size_t i = 1; i < text.size(); ++i) {
    i += unescaped_length(text.substr(i));
    if (i >= text.size()) break;
    const char c = text[i];
    if (c == '"') return i + 1;
    if (static_cast<unsigned char>(c) < 0x20) return stopped(i);
    if (c != '\\') continue;
    const std::size_t escape = i;
    if (++i >= text.size()) break;
    if (text[i] == 'u') {
      if (text.size() - i < 5 || !std::all_of(&text[i] + 1, &text[i] + 5, is_hex))
        return stopped(escape);
      i += 4;
    } else if (std::string_view("\"\\/bfnrt").find(text[i]) == std::string_view::npos) {
      return stopped(escape);
    }
  }
  return stopped(text.size());
}

// Walks the text once, without recursion: one Open per bracket that is not closed yet.
class JsonValues::Reader {
 public:
  explicit Reader(std::string_view text) { values_.text_ = text; }

  Result<JsonValues> run() {
    if (text().size() > kMaxMessage) {
      expected_ = Expected::less;
      return Error{"longer than 64 MiB", ErrorCode::too_large};
    }
    skip_space();
    do {
      if (!(open_.empty() ? value() : member_or_end())) return fail();
    } while (!open_.empty());
    skip_space();
    expected_ = Expected::end_of_text;
    if (at_ != text().size()) return fail();
    return std::move(values_);
  }

  Stop stop() const {
    const std::size_t at = expected_ == Expected::character ? in_string_ : at_;
    Stop stop{std::min(at, text().size()), expected_, false, {}};
    stop.after_comma = !open_.empty() && open_.back().after_comma;
    for (auto each = open_.rbegin(); each != open_.rend(); ++each)
      stop.open += values_.kind(each->container) == Kind::object ? '}' : ']';
    return stop;
  }

 private:
  using Expected = Stop::Expected;

  struct Child {
    Id id;
    std::uint64_t rank = 0;  // of a member's key
  };
  struct Open {
    Id container;
    std::size_t waiting;  // where its children begin in waiting_
    bool after_comma = false;
  };

  std::string_view text() const { return values_.text_; }

  // Stands inside a container: reads up to the next comma, or the closing bracket.
  bool member_or_end() {
    Open& open = open_.back();
    const bool object = values_.kind(open.container) == Kind::object;
    const bool behind_value = !open.after_comma && waiting_.size() > open.waiting;
    expected_ = behind_value ? Expected::comma_or_end : object ? Expected::key : Expected::value;
    skip_space();
    if (at_ >= text().size()) return false;
    if (text()[at_] == (object ? '}' : ']')) {
      if (open.after_comma) return false;
      ++at_;
      close();
      return after_value();
    }
    if (behind_value) return false;
    open.after_comma = false;
    Node node;
    if (object && !key(node)) return false;
    waiting_.push_back(
        {static_cast<Id>(values_.nodes_.size()), object ? rank_of(values_.key_view(node)) : 0});
    return value(node);
  }

  // The length of the string that begins here, or npos.
  std::size_t string_length() {
    std::size_t stop = 0;
    const std::size_t length = json_string_length(text().substr(at_), &stop);
    if (length == std::string_view::npos && stop > 0) {
      expected_ = Expected::character;
      in_string_ = at_ + stop;
    }
    return length;
  }

  bool key(Node& node) {
    const std::size_t length = string_length();
    if (length == std::string_view::npos) return false;
    const std::string_view inner = text().substr(at_ + 1, length - 2);
    node.key_begin = static_cast<std::uint32_t>(at_ + 1);
    node.key_end = static_cast<std::uint32_t>(at_ + length - 1);
    if (!is_plain_key(inner)) {
      node.decoded_key = true;
      node.key_begin = static_cast<std::uint32_t>(values_.decoded_keys_.size());
      values_.decoded_keys_ += decode_valid(inner);
      node.key_end = static_cast<std::uint32_t>(values_.decoded_keys_.size());
    }
    at_ += length;
    skip_space();
    expected_ = Expected::colon;
    if (at_ >= text().size() || text()[at_] != ':') return false;
    ++at_;
    skip_space();
    expected_ = Expected::value;
    return true;
  }

  // A scalar, or an opening bracket.
  bool value(Node node = {}) {
    if (at_ >= text().size()) return false;
    if (values_.nodes_.size() == kMaxValues) {
      return too_much(
          {"more than " + std::to_string(kMaxValues) + " values", ErrorCode::too_large});
    }
    const char first = text()[at_];
    const std::string_view rest = text().substr(at_);
    std::size_t length = 1;
    if (first == '{' || first == '[') {
      if (open_.size() == kMaxDepth) {
        return too_much({"deeper than " + std::to_string(kMaxDepth) + " brackets"});
      }
      node.kind = first == '{' ? Kind::object : Kind::list;
      open_.push_back({static_cast<Id>(values_.nodes_.size()), waiting_.size()});
    } else if (first == '"') {
      length = string_length();
      if (length == std::string_view::npos) return false;
      node.kind = Kind::text;
    } else {
      length = word_length(rest);
      const std::string_view word = rest.substr(0, length);
      if (word == "true" || word == "false") {
        node.kind = Kind::boolean;
      } else if (is_number(word)) {
        if (!fits_double(word)) {
          return too_much({"a number over 1.8e308 at position " + std::to_string(at_)});
        }
        node.kind = Kind::number;
      } else if (word != "null") {
        return false;
      }
    }
    node.begin = static_cast<std::uint32_t>(at_);
    at_ += length;
    node.end = static_cast<std::uint32_t>(at_);
    node.next = static_cast<Id>(values_.nodes_.size() + 1);
    values_.nodes_.push_back(node);
    const bool scalar = node.kind != Kind::object && node.kind != Kind::list;
    return !scalar || after_value();
  }

  // Behind a value: takes a comma, if one is there.
  bool after_value() {
    if (open_.empty()) return true;
    skip_space();
    if (at_ < text().size() && text()[at_] == ',') {
      ++at_;
      open_.back().after_comma = true;
    }
    return true;
  }

  void close() {
    const Open open = open_.back();
    Node& container = values_.nodes_[open.container];
    container.end = static_cast<std::uint32_t>(at_);
    container.next = static_cast<Id>(values_.nodes_.size());
    container.first_child = static_cast<std::uint32_t>(values_.order_.size());
    const auto begin = waiting_.begin() + static_cast<std::ptrdiff_t>(open.waiting);
    if (container.kind == Kind::object) {
      sort_members(begin);
    } else {
      for (auto child = begin; child != waiting_.end(); ++child)
        values_.order_.push_back(child->id);
    }
    container.children = static_cast<std::uint32_t>(values_.order_.size() - container.first_child);
    waiting_.resize(open.waiting);
    open_.pop_back();
  }

  // Sorting finds a member and its namesakes in n log n steps whatever the keys are; a hash table
  // could be given keys that all fall into one place.
  void sort_members(std::vector<Child>::iterator begin) {
    const auto key_of = [this](const Child& child) {
      return values_.key_view(values_.nodes_[child.id]);
    };
    std::sort(begin, waiting_.end(), [&](const Child& a, const Child& b) {
      if (a.rank != b.rank) return a.rank < b.rank;
      const std::string_view one = key_of(a), other = key_of(b);
      return one == other ? a.id < b.id : stands_before(one, other);
    });
    for (auto member = begin; member != waiting_.end(); ++member) {
      if (member + 1 == waiting_.end() || member->rank != member[1].rank ||
          key_of(*member) != key_of(member[1])) {
        values_.order_.push_back(member->id);
        continue;
      }
      values_.nodes_[member->id].shadowed = true;
      if (values_.duplicates_.size() < kMaxDuplicates) add_duplicate(key_of(*member));
    }
  }

  // A pointer is as long as the text is deep, and the same one may come up again and again: how
  // many are looked at is bounded, beside how many are kept.
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
      const Id inner = open_[i + 1].container;
      const std::size_t index = open_[i + 1].waiting - open_[i].waiting - 1;
      pointer += values_.kind(open_[i].container) == Kind::list
                     ? "/" + std::to_string(index)
                     : segment(values_.key_view(values_.nodes_[inner]));
    }
    pointer += segment(key);
    if (std::ranges::find(values_.duplicates_, pointer) == values_.duplicates_.end())
      values_.duplicates_.push_back(std::move(pointer));
  }

  void skip_space() {
    while (at_ < text().size() && is_json_space(text()[at_])) ++at_;
  }

  bool too_much(Error why) {
    expected_ = Expected::less;
    why_ = std::move(why);
    return false;
  }

  Error fail() const { return why_ ? *why_ : Error{"no JSON at position " + std::to_string(at_)}; }

  JsonValues values_;
  std::size_t at_ = 0;
  std::size_t in_string_ = 0;  // where a string breaks off
  Expected expected_ = Expected::value;
  int duplicate_looks_ = 0;
  std::vector<Open> open_;
  std::vector<Child> waiting_;  // the children so far of each open container
  std::optional<Error> why_;    // nothing: the byte at at_ belongs to no JSON
};

Result<JsonValues> JsonValues::read(std::string_view text, Stop* stop) {
  Reader reader(text);
  Result<JsonValues> values = reader.run();
  if (stop != nullptr && !values.ok()) *stop = reader.stop();
  return values;
}

std::string_view JsonValues::key_view(const Node& node) const {
  const std::string_view from = node.decoded_key ? std::string_view(decoded_keys_) : text_;
  return {from.data() + node.key_begin, node.key_end - node.key_begin};
}

JsonValues::Id JsonValues::member(const Node& object, std::string_view key) const {
  const std::span<const Id> members =
      std::span(order_).subspan(object.first_child, object.children);
  const auto found = std::ranges::lower_bound(
      members, key,
      [](std::string_view one, std::string_view other) { return stands_before(one, other); },
      [this](Id member) { return key_view(nodes_[member]); });
  return found != members.end() && key_view(nodes_[*found]) == key ? *found : kNone;
}

// RFC 6901 §4: digits without leading zeros.
JsonValues::Id JsonValues::element(const Node& list, std::string_view index) const {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(index.data(), index.data() + index.size(), number);
  if (error != std::errc() || end != index.data() + index.size()) return kNone;
  if ((index.size() > 1 && index.front() == '0') || number >= list.children) return kNone;
  return order_[list.first_child + number];
}

JsonValues::Id JsonValues::at(std::string_view pointer) const {
  if (!pointer.empty() && pointer.front() != '/') return kNone;
  Id value = kRoot;
  std::string decoded;
  while (!pointer.empty() && value != kNone) {
    const std::string_view segment = take_segment(pointer, decoded);
    const Node& node = nodes_[value];
    value = node.kind == Kind::object ? member(node, segment)
            : node.kind == Kind::list ? element(node, segment)
                                      : kNone;
  }
  return value;
}

std::string_view JsonValues::bytes(Id value) const {
  return text_.substr(nodes_[value].begin, nodes_[value].end - nodes_[value].begin);
}

std::string JsonValues::text(Id value) const { return decode_valid(bytes(value)); }

std::string JsonValues::key(Id member) const { return std::string(key_view(nodes_[member])); }

std::vector<JsonValues::Id> JsonValues::children(Id value) const {
  std::vector<Id> ids;
  ids.reserve(nodes_[value].children);
  for (Id each = value + 1; each < nodes_[value].next; each = nodes_[each].next)
    if (!nodes_[each].shadowed) ids.push_back(each);
  return ids;
}

std::string JsonValues::compact(Id value) const {
  std::string json;
  json.reserve(bytes(value).size());
  append_compact(value, json);
  return json;
}

// Recursion is bounded by kMaxDepth.
void JsonValues::append_compact(Id value, std::string& json) const {
  const Node& node = nodes_[value];
  const bool object = node.kind == Kind::object;
  if (node.kind == Kind::text && !is_plain(bytes(value))) {
    json += quote_json(text(value));
  } else if (object || node.kind == Kind::list) {
    json += object ? '{' : '[';
    const std::size_t start = json.size();
    for (Id each = value + 1; each < node.next; each = nodes_[each].next) {
      if (nodes_[each].shadowed) continue;
      if (json.size() > start) json += ',';
      if (object) json += quote_json(key_view(nodes_[each])) + ":";
      append_compact(each, json);
    }
    json += object ? '}' : ']';
  } else {
    json += bytes(value);
  }
}

std::string pointer_segment(std::string_view key) {
  std::string segment;
  for (const char c : key) segment += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
  return segment;
}
}  // namespace franz
