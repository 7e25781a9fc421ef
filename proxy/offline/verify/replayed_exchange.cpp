#include "proxy/offline/verify/replayed_exchange.h"
#include <utility>
#include "common/wire/limits.h"
#include "proxy/record/turn_log.h"
#include "common/http/http_observer.h"

namespace franz::proxy {
static TurnLog log_for(const StoredAttempt& stored, int turn, const ToldTurn& told,
                       const RepliesBefore& replies) {
  TurnLogOptions options;
  options.launch = false;  // whatever id the request has is adopted; the caller checks it
  options.memory = replies.memory;
  options.held_bytes = kMaxMessage;  // one at a time
  options.writes = false;
  KnownTurns known;
  known.last = turn - 1;
  known.attempts[turn] = stored.attempt - 1;
  known.steps = replies.steps;
  if (replies.last) known.replies[turn - 1] = *replies.last;
  TurnLog log(options, std::move(known));
  LoopEvent event;
  event.turn = turn;
  event.kind = LoopEvent::Kind::turn_started;
  event.executor_in = told.in;
  static_cast<void>(log.loop(event, 0));
  event.kind = LoopEvent::Kind::turn_acted;
  event.executor_out = told.out;
  event.degraded = told.degraded;
  event.note = told.note;
  event.memory = told.memory;
  static_cast<void>(log.loop(event, 0));
  return log;
}

// A connection that carried this one exchange.
static std::vector<HttpEvent> observe(const StoredAttempt& stored) {
  ObserverOptions options;
  options.own_host = std::nullopt;
  HttpObserver observer(std::move(options));
  std::vector<HttpEvent> all;
  const auto tell = [&](ConnectionEvent::Kind kind, const std::string& bytes) {
    ConnectionEvent event;
    event.id = 1;
    event.kind = kind;
    event.bytes = bytes;
    for (HttpEvent& each : observer.observe(event)) all.push_back(std::move(each));
  };
  tell(ConnectionEvent::Kind::opened, "");
  tell(ConnectionEvent::Kind::client_bytes, *stored.request);
  if (stored.response) {
    tell(ConnectionEvent::Kind::server_bytes, *stored.response);
    tell(ConnectionEvent::Kind::server_end, "");
  }
  tell(ConnectionEvent::Kind::closed, "");
  return all;
}

ReplayedExchange replay_exchange(const StoredAttempt& stored, int turn, const ToldTurn& told,
                                 const RepliesBefore& replies) {
  ReplayedExchange replayed;
  std::string request, response;  // the bytes that were read
  if (!stored.request) {
    replayed.request_trouble = "it is missing";
    return replayed;
  }
  TurnLog log = log_for(stored, turn, told, replies);
  for (const HttpEvent& event : observe(stored)) {
    if (const auto* started = std::get_if<RequestStarted>(&event)) {
      if (replayed.request == nullptr)
        replayed.has_turn_header = find_header(started->headers, "X-Franz-Turn").has_value();
    } else if (const auto* read = std::get_if<RequestRead>(&event)) {
      if (replayed.request != nullptr) continue;
      replayed.request = read->request;
      if (request != *stored.request)
        replayed.request_trouble = "there are more bytes in it than one request";
    } else if (const auto* exchange = std::get_if<HttpExchange>(&event)) {
      if (exchange->delivered_whole && response != *stored.response)
        replayed.response_trouble = "there are more bytes in it than one reply";
    } else if (const auto* piece = std::get_if<MessagePiece>(&event)) {
      const bool asked = piece->side == MessagePiece::Side::request;
      (asked ? request : response) += piece->wire;
      if (asked && replayed.request == nullptr) append_body(*piece, replayed.request_body);
    }
    for (const LogOutput& output : log.http(event)) {
      if (const auto* opened = std::get_if<TurnOpened>(&output)) replayed.picture = opened->picture;
      const auto* recorded = std::get_if<TurnRecorded>(&output);
      if (recorded == nullptr) continue;
      if (recorded->turn->detail == "null") {
        replayed.record = *recorded->turn;
        continue;
      }
      // In the form in which it is read back from a file.
      Result<TurnRecord> record = parse_turn_record(to_json(*recorded->turn));
      if (record.ok()) replayed.record = std::move(record).value();
    }
  }
  if (replayed.request == nullptr)
    replayed.request_trouble = "it does not hold one whole HTTP request";
  return replayed;
}
}  // namespace franz::proxy
