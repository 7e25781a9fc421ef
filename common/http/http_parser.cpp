#include "common/http/http_parser.h"
#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>
#include "common/base/ascii.h"

namespace franz {
// A table, because every byte of every head is checked.
static constexpr auto kTokenCharacters = [] {
  std::array<bool, 256> is{};
  for (std::size_t c = 0; c < is.size(); ++c) {
    is[c] = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
            (c < 0x80 && std::string_view("!#$%&'*+-.^_`|~").find(static_cast<char>(c)) !=
                             std::string_view::npos);
  }
  return is;
}();

static bool is_token_character(char c) { return kTokenCharacters[static_cast<unsigned char>(c)]; }

static bool is_token(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return is_token_character(c); });
}

// Tab and printable bytes, including those above ASCII.
static bool is_field_text(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return c == '\t' || (static_cast<unsigned char>(c) >= 0x20 && c != 0x7f);
  });
}

// At most 15 digits, so that sums cannot overflow.
static std::optional<std::uint64_t> read_number(std::string_view digits, int base) {
  std::uint64_t value = 0;
  const char* end = digits.data() + digits.size();
  if (digits.empty() || digits.size() > 15) return std::nullopt;
  const auto read = std::from_chars(digits.data(), end, value, base);
  if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
  return value;
}

// Whether a start line may begin like this.
static bool may_begin(HttpParser::Side side, std::string_view line) {
  static constexpr std::string_view kReply = "HTTP/1.";
  if (side == HttpParser::Side::replies)
    return line.substr(0, kReply.size()) == kReply.substr(0, line.size());
  return line.empty() || line[0] == '\r' || is_token_character(line[0]);
}

HttpStep HttpParser::fail(std::string why) {
  why_ = std::move(why);
  return HttpStep::failed;
}

bool HttpParser::may_open(std::string_view line) const {
  if (state_ == State::start) return may_begin(side_, line);
  return state_ != State::data_end || std::string_view("\r\n").starts_with(line);
}

// Takes a complete, valid line from the front of `bytes`.
bool HttpParser::take_whole_line(std::string_view& bytes, std::string_view& line) {
  const std::size_t size = bytes.find('\n') + 1;  // 0: it does not end here
  if (!line_.empty() || size < 2 || bytes[size - 2] != '\r' || size > kMaxLine + 2 ||
      head_bytes_ + size > kMaxHead || !may_open(bytes.substr(0, size))) {
    return false;
  }
  head_bytes_ += size;
  line = bytes.substr(0, size - 2);
  bytes.remove_prefix(size);
  return true;
}

// Returns one line without its CRLF; a line received in pieces is moved into `joined`. Its bytes so
// far are kept in line_. A line is refused at the deciding byte, so the amount reported does not
// depend on how the bytes are split.
HttpParser::Line HttpParser::take_line(std::string_view& bytes, std::string_view& line,
                                       std::string& joined) {
  if (take_whole_line(bytes, line)) return Line::whole;
  static constexpr std::size_t kOpening = 8;  // more than may_open() reads
  const std::size_t most = std::min(kMaxLine + 3, kMaxHead - head_bytes_ + 1);
  std::size_t count = std::min({bytes.find('\n'), bytes.size() - 1, most - line_.size() - 1}) + 1;
  while (line_.size() < kOpening && count > 0 && may_open(line_)) {
    line_ += bytes.front();
    bytes.remove_prefix(1);
    --count;
  }
  const bool opens = may_open(line_);
  if (opens) {
    line_ += bytes.substr(0, count);
    bytes.remove_prefix(count);
  }
  const bool whole = line_.ends_with('\n');
  if (!opens) {
    // Refused immediately: a foreign protocol may never send a line end.
    fail(state_ == State::start ? "not HTTP" : "a chunk longer than its size");
  } else if (line_.size() > kMaxLine + 2) {
    fail("a line over 64 KiB");
  } else if (head_bytes_ + line_.size() > kMaxHead) {
    fail("a head over 1 MiB");
  } else if (whole && (line_.size() < 2 || line_[line_.size() - 2] != '\r')) {
    fail(state_ == State::start ? "not HTTP" : "a line that ends without CR");
  }
  if (!why_.empty()) return Line::refused;
  if (!whole) return Line::partial;
  head_bytes_ += line_.size();
  joined = std::exchange(line_, {});
  line = std::string_view(joined).substr(0, joined.size() - 2);
  return Line::whole;
}

bool HttpParser::read_start_line(std::string_view line) {
  head_ = {};
  lengths_.clear();
  codings_.clear();
  std::string_view version;
  if (side_ == Side::requests) {
    const std::size_t first = line.find(' '), last = line.rfind(' ');
    if (first == std::string_view::npos || first == last || first > kMaxMethod) return false;
    const std::string_view target = line.substr(first + 1, last - first - 1);
    version = line.substr(last + 1);
    if (!is_token(line.substr(0, first)) || target.find(' ') != std::string_view::npos ||
        !is_field_text(target)) {
      return false;
    }
    head_.method = line.substr(0, first);
    const std::string masked = mask_secrets(line);
    head_.target = masked.substr(first + 1, masked.rfind(' ') - first - 1);
  } else {
    version = line.substr(0, line.find(' '));
    const std::string_view rest = line.substr(std::min(version.size() + 1, line.size()));
    const std::string_view status = rest.substr(0, rest.find(' '));
    head_.status = static_cast<int>(read_number(status, 10).value_or(0));
    if (status.size() != 3 || head_.status < 100 || !is_field_text(rest)) return false;
  }
  old_version_ = version == "HTTP/1.0";
  return old_version_ || version == "HTTP/1.1";
}

bool HttpParser::read_header(std::string_view line, bool trailer) {
  const std::size_t colon = line.find(':');
  const std::string_view name = line.substr(0, colon);
  if (colon == std::string_view::npos || !is_token(name) || !is_field_text(line)) {
    fail("an ambiguous header line (RFC 9112 §5.1)");
    return false;
  }
  const std::string_view value = trimmed(line.substr(colon + 1), " \t");
  if (trailer) return true;
  if (head_.headers.size() == kMaxHeaderLines) {
    fail("over " + std::to_string(kMaxHeaderLines) + " header lines");
    return false;
  }
  if (equal_ignoring_case(name, "content-length")) lengths_.emplace_back(value);
  if (equal_ignoring_case(name, "transfer-encoding")) codings_.emplace_back(value);
  if (equal_ignoring_case(name, "x-franz-turn")) head_.turns.emplace_back(value);
  head_.headers.push_back(
      {std::string(name), std::string(is_secret_header(name) ? "****" : value)});
  return true;
}

// Decides how the body ends, once the head is complete.
bool HttpParser::read_framing() {
  const bool reply = side_ == Side::replies;
  const bool chunked =
      codings_.size() == 1 && equal_ignoring_case(codings_[0], "chunked") && !old_version_;
  const std::string_view digits = lengths_.size() == 1 ? lengths_[0] : std::string_view();
  const std::optional<std::uint64_t> length = read_number(digits, 10);
  std::string why;
  if (!lengths_.empty() && !codings_.empty()) {
    why = "Content-Length together with Transfer-Encoding";
  } else if (!codings_.empty() && !chunked) {
    why = "an ambiguous transfer coding";
  } else if (!lengths_.empty() && !length) {
    why = "an ambiguous Content-Length";
  } else if (reply && (head_.status == 101 ||
                       (method_ == "CONNECT" && head_.status >= 200 && head_.status < 300))) {
    why = "upgraded";
  }
  const bool interim = reply && head_.status < 200;
  if (why.empty() && (interim || (reply && head_.status == 204)) &&
      (chunked || length.value_or(0) > 0)) {
    why = "a body where none can be";
  }
  if (!why.empty()) {
    fail(why);
    return false;
  }
  left_ = length.value_or(0);
  if (interim) {
    state_ = State::start;
  } else if (reply && (method_ == "HEAD" || head_.status == 204 || head_.status == 304)) {
    state_ = State::bodiless;
  } else if (chunked) {
    state_ = State::size;
  } else if (length) {
    state_ = State::length;
  } else {
    state_ = reply ? State::until_end : State::bodiless;
  }
  return true;
}

bool HttpParser::read_chunk_size(std::string_view line) {
  const std::size_t semicolon = line.find(';');
  std::string_view digits = line.substr(0, semicolon);
  digits = digits.substr(0, digits.find_last_not_of(" \t") + 1);
  const auto size = read_number(digits, 16);
  if (!size || !is_field_text(line)) return false;
  left_ = *size;
  return true;
}

// The next part of the `left_` bytes of body.
HttpStep HttpParser::take_body(std::string_view& bytes, State after) {
  if (bytes.empty()) return HttpStep::need_more;
  piece_ = bytes.substr(0, static_cast<std::size_t>(std::min<std::uint64_t>(left_, bytes.size())));
  bytes.remove_prefix(piece_.size());
  left_ -= piece_.size();
  if (left_ == 0) state_ = after;
  return HttpStep::body;
}

HttpStep HttpParser::next(std::string_view& bytes) {
  if (!why_.empty()) return HttpStep::failed;
  std::string_view line;
  std::string joined;
  while (true) {
    switch (state_) {
      case State::bodiless: state_ = State::start; return HttpStep::end;
      case State::until_end: left_ = bytes.size(); return take_body(bytes, State::until_end);
      case State::data: return take_body(bytes, State::data_end);
      case State::length:
        if (left_ > 0) return take_body(bytes, State::bodiless);
        state_ = State::bodiless;
        continue;
      default: break;  // the others begin with a line
    }
    if (bytes.empty()) return HttpStep::need_more;
    const Line taken = take_line(bytes, line, joined);
    if (taken != Line::whole) {
      return taken == Line::refused ? HttpStep::failed : HttpStep::need_more;
    }
    switch (state_) {
      case State::start:
        if (line.empty() && side_ == Side::requests) {  // RFC 9112 §2.2: ignored
          head_bytes_ = 0;
          continue;
        }
        if (!read_start_line(line)) {
          start_refused_ = side_ == Side::requests &&
                           (line.ends_with(" HTTP/1.1") || line.ends_with(" HTTP/1.0"));
          return fail("not HTTP");
        }
        state_ = State::headers;
        continue;
      case State::headers:
        if (!line.empty()) {
          if (!read_header(line, false)) return HttpStep::failed;
          continue;
        }
        head_bytes_ = 0;
        return read_framing() ? HttpStep::head : HttpStep::failed;
      case State::size:
        head_bytes_ = 0;
        if (!read_chunk_size(line)) return fail("an ambiguous chunk size");
        state_ = left_ == 0 ? State::trailers : State::data;
        continue;
      case State::data_end:
        head_bytes_ = 0;
        state_ = State::size;
        continue;
      default:  // trailers
        if (!line.empty()) {
          if (!read_header(line, true)) return HttpStep::failed;
          continue;
        }
        head_bytes_ = 0;
        state_ = State::bodiless;
        continue;
    }
  }
}

bool HttpParser::finish() {
  if (!why_.empty() || state_ != State::until_end) return false;
  state_ = State::start;
  return true;
}
}  // namespace franz
