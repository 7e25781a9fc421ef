#pragma once
// Reads server-sent events from bytes in any segmentation. Source: HTML Living Standard §9.2.6
// "Interpreting an event stream", with tolerance for real servers: the field `error:`
// (llama-server, 2025), and a last line or event that is closed by the end of the stream instead of
// a blank line.
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace franz {
struct SseEvent {
  std::string name;   // the field `event`; empty: none
  std::string data;   // the `data` lines, joined by \n
  std::string error;  // the `error` lines, joined by \n; not in the standard
};

class SseEvents {
 public:
  using Handler = std::function<void(const SseEvent&)>;

  // Calls `on_event` for each event that ends in `bytes`. Comments, blank lines, `id`, `retry` and
  // unknown fields are skipped; an event needs data or an error. Lines end with \n, \r\n or \r; the
  // stream may begin with a byte order mark. Linear time.
  void feed(std::string_view bytes, const Handler& on_event);

  // The stream ended normally: an open event counts as ended.
  void finish(const Handler& on_event);

  // Bytes kept of the open line and event.
  std::size_t held() const { return line_.size() + event_.data.size() + event_.error.size(); }
  // Whether the open line is a comment.
  bool in_comment() const { return line_.starts_with(':'); }

 private:
  void end_line(std::string_view line, const Handler& on_event);
  void dispatch(const Handler& on_event);

  std::string line_;  // start of the open line, from earlier segments
  SseEvent event_;
  bool has_data_ = false, has_error_ = false;
  bool first_line_ = true;
  bool after_return_ = false;  // the last byte was \r: a \n directly after it belongs to it
};
}  // namespace franz
