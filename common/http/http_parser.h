#pragma once
// Parses one direction of one connection as HTTP/1.x messages, received in pieces of any size.
//
//   message = *CRLF start-line *( name ":" value CRLF ) CRLF body
//   body    = none | Content-Length bytes | chunks | all up to the end of the stream (replies only)
//   chunks  = *( size [ ";" extension ] CRLF data CRLF ) "0" [ ";" extension ] CRLF trailers CRLF
//
// Rejected because parsers treat it differently: a line that ends in LF alone, a folded header,
// white space before a colon, control characters, a Content-Length that is repeated, combined with
// Transfer-Encoding or not a plain number, any transfer coding except "chunked", a body where none
// is allowed. Source: RFC 9112 §2 to §7, RFC 9110 §6.4.1, §15.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
#include "common/http/http_headers.h"

namespace franz {
inline constexpr std::size_t kMaxLine = 64UL << 10U;  // bytes, without its CRLF
inline constexpr std::size_t kMaxHead = 1UL
                                        << 20U;  // bytes, start line to blank line; trailers too

// For a request's method: registered ones have at most 16 letters (IANA, HTTP Method Registry), and
// it is kept for each request that waits for its reply.
inline constexpr std::size_t kMaxMethod = 32;

// Header lines of one message; real messages have about thirty. A line costs more memory than its
// bytes.
inline constexpr std::size_t kMaxHeaderLines = 256;

struct HttpHead {
  std::string method, target;       // requests; secrets in the target's query masked
  int status = 0;                   // replies
  std::vector<HttpHeader> headers;  // secrets masked
  std::vector<std::string> turns;   // the values of X-Franz-Turn
};

enum class HttpStep {
  need_more,  // all bytes were used
  head,    // head() is the message's; a reply with a status below 200 is followed by another head
  body,    // piece() is the next part of the body
  end,     // the message is complete
  failed,  // why() has the reason; nothing more is read
};

class HttpParser {
 public:
  enum class Side { requests, replies };
  explicit HttpParser(Side side) : side_(side) {}

  // Replies only, before the first byte of each: the request's method determines whether there is a
  // body.
  void expect_reply_to(std::string_view method) { method_ = method; }

  // Takes bytes from the front of `bytes` up to the next event. Call until it returns need_more or
  // failed: an empty body ends without further bytes.
  HttpStep next(std::string_view& bytes);

  // The stream has ended. True if that completes the current message; otherwise the message is cut.
  bool finish();

  const HttpHead& head() const { return head_; }
  // The same, moved out; call once.
  HttpHead take_head() { return std::exchange(head_, {}); }
  std::string_view piece() const { return piece_; }
  const std::string& why() const { return why_; }
  // Requests: it failed at a start line with HTTP/1.0 or 1.1, so it is not another protocol.
  bool start_was_refused() const { return start_refused_; }

 private:
  enum class State { start, headers, bodiless, length, until_end, size, data, data_end, trailers };
  enum class Line { whole, partial, refused };

  // Whether a line may begin like this, if its first bytes decide.
  bool may_open(std::string_view line) const;
  bool take_whole_line(std::string_view& bytes, std::string_view& line);
  Line take_line(std::string_view& bytes, std::string_view& line, std::string& joined);
  HttpStep fail(std::string why);
  bool read_start_line(std::string_view line);
  bool read_header(std::string_view line, bool trailer);
  bool read_framing();
  bool read_chunk_size(std::string_view line);
  HttpStep take_body(std::string_view& bytes, State after);

  Side side_;
  State state_ = State::start;
  HttpHead head_;
  std::string method_, line_, why_;
  std::string_view piece_;
  std::uint64_t left_ = 0;      // of the body or chunk
  std::size_t head_bytes_ = 0;  // of the head or the trailers so far
  bool old_version_ = false;    // HTTP/1.0
  bool start_refused_ = false;
  std::vector<std::string> lengths_, codings_;
};
}  // namespace franz
