#include "common/http/open_exchange.h"
#include <optional>
#include <utility>
#include "common/base/ascii.h"
#include "common/http/content_coding.h"
#include "common/http/page_request.h"

namespace franz {
static constexpr std::size_t kShownTarget =
    200;  // bytes of a target, for a request that is only counted

static void lose(HttpMessage& message, const std::string& why) {
  message.accepted = false;
  message.problem = why;
}

static std::string too_long_head() {
  return "a head over " + std::to_string(kMaxWantedHead >> 10U) + " KiB";
}

static void note_coding(HttpMessage& message, std::string_view coding) {
  if (!coding.empty() && coding != "identity")
    message.problem = "compressed: " + std::string(coding);
}

static std::string_view coding_of(const HttpHead& head) {
  return find_header(head.headers, "content-encoding").value_or("");
}

// For a request that is only counted.
static void shorten(std::string& target) {
  if (target.size() > kShownTarget) target = target.substr(0, kShownTarget) + "…";
}

bool comes_from_other_site(const HttpHead& head, const ObserverOptions& options) {
  const auto host = find_header(head.headers, "host");
  const bool is_ours = !host || !options.own_host || !is_public_name(*host) ||
                       equal_ignoring_case(*host, *options.own_host);
  return !is_ours || is_of_other_site(host, find_header(head.headers, "origin"),
                                      find_header(head.headers, "sec-fetch-site"));
}

HttpRequest request_of(const HttpHead& head, const ObserverOptions& options) {
  HttpRequest request;
  request.method = head.method;
  request.target = head.target;
  if (head.turns.size() == 1) request.turn = parse_franz_turn(head.turns[0]);
  request.has_origin = find_header(head.headers, "origin").has_value();
  request.other_site = comes_from_other_site(head, options);
  request.wanted = !options.wanted || options.wanted(request);
  if (request.wanted) {
    note_coding(request, coding_of(head));
  } else {
    shorten(request.target);
  }
  return request;
}

HttpMessage& OpenExchange::message(Side side) {
  if (side == Side::request) return *request;
  return exchange.response;
}

void OpenExchange::flush(Side side, ObserverStep& step) {
  MessagePiece& piece = reading(side).piece;
  if (piece.wire.empty()) return;
  piece.exchange = exchange.id;
  piece.side = side;
  HttpMessage& of = message(side);
  if (of.accepted && !step.sink(std::exchange(piece, {}))) {
    of.accepted = false;
    if (of.problem.empty()) of.problem = "the recorder was behind";
  }
  piece = {};
}

bool OpenExchange::take(Side side, std::string_view bytes, std::string_view body,
                        ObserverStep& step) {
  if (reading(side).head_read) {
    take_message_bytes(side, bytes, body, step);
    return true;
  }
  message(side).wire_bytes += bytes.size();
  reading(side).head += bytes;
  return hold_head(side, step);
}

void OpenExchange::take_message_bytes(Side side, std::string_view bytes, std::string_view body,
                                      ObserverStep& step) {
  HttpMessage& of = message(side);
  of.wire_bytes += bytes.size();
  of.body_bytes += body.size();
  if (!taken || !of.accepted) return;
  if (of.wire_bytes > step.options.message_bytes) {
    flush(side, step);
    return lose(of, "too large: over " + std::to_string(step.options.message_bytes) + " bytes");
  }
  MessagePiece& piece = reading(side).piece;
  if (!body.empty()) {
    const auto at = static_cast<std::uint32_t>(
        piece.wire.size() + static_cast<std::size_t>(body.data() - bytes.data()));
    const auto size = static_cast<std::uint32_t>(body.size());
    if (!piece.body.empty() && piece.body.back().first + piece.body.back().second == at) {
      piece.body.back().second += size;
    } else {
      piece.body.emplace_back(at, size);
    }
  }
  piece.wire += bytes;
}

// Counts the bytes of a head over the limit of each. False: there are too many long heads.
bool OpenExchange::hold_head(Side side, ObserverStep& step) {
  Reading& of = reading(side);
  const std::size_t size = of.head.size();
  const std::size_t now = size > kShortHead ? size - kShortHead : 0;
  step.long_heads += now - of.long_head;
  of.long_head = now;
  return step.long_heads <= kLongHeads;
}

void OpenExchange::release_head(Side side, ObserverStep& step) {
  std::string().swap(reading(side).head);  // assignment would keep the capacity
  hold_head(side, step);
}

// The head is complete, or never will be: reports its bytes with secrets masked.
void OpenExchange::report_head(Side side, ObserverStep& step) {
  Reading& of = reading(side);
  if (taken && of.head.size() > kMaxWantedHead) {
    const std::string& problem = message(side).problem;
    lose(message(side), problem.empty() ? too_long_head() : std::string(problem));
    return release_head(side, step);
  }
  if (taken && !of.head.empty()) {
    of.piece.wire += mask_secrets(of.head);
    flush(side, step);
  }
  release_head(side, step);
}

void OpenExchange::start_request(std::vector<HttpHeader> headers, ObserverStep& step) {
  std::string why;
  if (asking.head.size() > kMaxWantedHead) {
    why = too_long_head();
  } else if (step.wanted_open == kMaxWantedOpen) {
    why = "over " + std::to_string(kMaxWantedOpen) + " requests at once";
  } else if (!step.sink(RequestStarted{exchange.id, step.event.id,
                                       std::make_shared<const HttpRequest>(*request),
                                       std::move(headers)})) {
    why = "the recorder was behind";
  }
  taken = why.empty();
  if (taken) {
    ++step.wanted_open;
  } else {
    lose(*request, why);
    shorten(request->target);
    exchange.response.accepted = false;
  }
}

void OpenExchange::request_head(HttpHead head, ObserverStep& step) {
  const std::uint64_t wire = request->wire_bytes;
  *request = request_of(head, step.options);
  request->wire_bytes = wire;
  asking.head_read = true;
  if (request->wanted) start_request(std::move(head.headers), step);
  report_head(Side::request, step);
}

void OpenExchange::reply_head(HttpHead head, ObserverStep& step) {
  HttpResponse& response = exchange.response;
  answering.interim += answering.head.size();
  report_head(Side::response, step);
  if (head.status < 200) {  // the final reply follows
    response_begun = false;
    exchange.first_byte_ms = 0;
    return;
  }
  answering.head_read = true;
  response.status = head.status;
  if (!taken || !response.accepted) return;
  if (!can_decode(coding_of(head))) note_coding(response, coding_of(head));
  step.sink(ResponseStarted{exchange.id, step.event.id, response.status, std::move(head.headers),
                            step.event.time_ms});
}

void OpenExchange::end(ObserverStep& step) {
  if (!asking.head_read) return release_head(Side::request, step);
  if (!answering.head_read) report_head(Side::response, step);
  flush(Side::request, step);
  flush(Side::response, step);
  release_head(Side::request, step);
  exchange.request = request;
  exchange.finished_ms = step.event.time_ms;
  if (taken) --step.wanted_open;
  step.sink(std::move(exchange));
}
}  // namespace franz
