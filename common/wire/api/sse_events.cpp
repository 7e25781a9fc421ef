#include "common/wire/api/sse_events.h"
#include <algorithm>
#include "common/base/utf8.h"

namespace franz {
void SseEvents::feed(std::string_view bytes, const Handler& on_event) {
  while (!bytes.empty()) {
    if (after_return_) {
      after_return_ = false;
      if (bytes.front() == '\n') bytes.remove_prefix(1);
      continue;
    }
    // Searches \r only before the next \n, so each byte is examined at most twice.
    const std::size_t newline = std::min(bytes.find('\n'), bytes.size());
    const std::size_t end = std::min(bytes.substr(0, newline).find('\r'), newline);
    if (end == bytes.size()) {
      line_ += bytes;
      return;
    }
    after_return_ = bytes[end] == '\r';
    if (line_.empty()) {
      end_line(bytes.substr(0, end), on_event);
    } else {
      line_ += bytes.substr(0, end);
      end_line(line_, on_event);
      line_.clear();
    }
    bytes.remove_prefix(end + 1);
  }
}

void SseEvents::finish(const Handler& on_event) {
  if (!line_.empty()) end_line(line_, on_event);
  line_.clear();
  dispatch(on_event);
}

void SseEvents::end_line(std::string_view line, const Handler& on_event) {
  if (first_line_ && line.starts_with(kByteOrderMark)) line.remove_prefix(kByteOrderMark.size());
  first_line_ = false;
  if (line.empty()) return dispatch(on_event);

  const std::size_t colon = std::min(line.find(':'), line.size());
  const std::string_view field = line.substr(0, colon);
  std::string_view value = line.substr(std::min(colon + 1, line.size()));
  if (value.starts_with(' ')) value.remove_prefix(1);
  const auto join = [value](std::string& lines, bool& any) {
    if (any) lines += '\n';
    lines += value;
    any = true;
  };
  if (field == "data") {
    join(event_.data, has_data_);
  } else if (field == "error") {
    join(event_.error, has_error_);
  } else if (field == "event") {
    event_.name = value;
  }
}

void SseEvents::dispatch(const Handler& on_event) {
  if (!event_.data.empty() || !event_.error.empty()) on_event(event_);
  event_.name.clear();
  event_.data.clear();
  event_.error.clear();
  has_data_ = has_error_ = false;
}
}  // namespace franz
