#include "common/run/foreign_requests.h"
#include <algorithm>
#include <utility>
#include "common/run/exchange_text.h"

namespace franz {
static constexpr double kForeignLine_ms = 60000;  // at most one line in this time

void ForeignRequests::add(Lines& lines, std::string text, double now_ms,
                          std::vector<LogMessage>& out) {
  ++lines.pending;
  lines.last = std::move(text);
  if (now_ms >= lines.next_line_ms) flush(lines, now_ms, out);
}

void ForeignRequests::flush(Lines& lines, double now_ms, std::vector<LogMessage>& out) {
  if (lines.pending == 0) return;
  std::string text = std::exchange(lines.last, {});
  if (text.empty()) text = "foreign requests";
  if (lines.pending > 1)
    text += "; and " + std::to_string(lines.pending - 1) + " more since the last line";
  out.push_back(LogMessage{lines.pages ? LogMessage::Level::warning : LogMessage::Level::info,
                           std::move(text), lines.pages ? lines.pending : 0});
  lines.pending = 0;
  lines.next_line_ms = now_ms + kForeignLine_ms;
}

void ForeignRequests::exchange(const HttpExchange& exchange, std::vector<LogMessage>& out) {
  // Our orchestrator's own queries to the server belong to its run.
  if (exchange.request->method == "GET" && exchange.request->turn) return;
  const bool page = exchange.request->may_be_a_pages();
  add(page ? pages_ : others_, foreign_text(exchange), exchange.finished_ms, out);
}

void ForeignRequests::observation_ended(const ObservationEnded& event,
                                        std::vector<LogMessage>& out) {
  add(others_,
      "foreign connection " + std::to_string(event.connection) + ": no longer read: " + event.why,
      event.time_ms, out);
}

void ForeignRequests::tick(double now_ms, std::vector<LogMessage>& out) {
  for (Lines* lines : {&others_, &pages_})
    if (now_ms >= lines->next_line_ms) flush(*lines, now_ms, out);
}

void ForeignRequests::finish(std::vector<LogMessage>& out) {
  for (Lines* lines : {&others_, &pages_}) flush(*lines, 0, out);
}

std::optional<double> ForeignRequests::due_ms() const {
  std::optional<double> due;
  for (const Lines* lines : {&others_, &pages_})
    if (lines->pending > 0) due = std::min(due.value_or(lines->next_line_ms), lines->next_line_ms);
  return due;
}
}  // namespace franz
