#include "proxy/verify/remade_attempt.h"
#include <utility>
#include "proxy/log/turn_log.h"
#include "proxy/relay/http_observer.h"

namespace franz::proxy {
static TurnLog log_for(const StoredAttempt& stored, int turn, const ToldByLoop& told,
                       const std::optional<std::string>& reply, bool sst_memory) {
  TurnLogOptions options;
  options.launch = false;  // whatever id the request has is adopted; the caller checks it
  options.sst_memory = sst_memory;
  KnownTurns known;
  known.last = turn - 1;
  known.attempts[turn] = stored.attempt - 1;
  if (reply) known.replies[turn - 1] = *reply;
  TurnLog log(options, std::move(known));
  LoopEvent event;
  event.turn = turn;
  event.kind = LoopEvent::Kind::turn_started;
  event.executor_in = told.executor_in;
  static_cast<void>(log.loop(event, 0));
  event.kind = LoopEvent::Kind::turn_acted;
  event.executor_out = told.executor_out;
  event.degraded = told.degraded;
  event.note = told.note;
  static_cast<void>(log.loop(event, 0));
  return log;
}

// A connection that carried this one exchange.
static std::vector<HttpEvent> observe(const StoredAttempt& stored) {
  HttpObserver observer;
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

RemadeAttempt remake_attempt(const StoredAttempt& stored, int turn, const ToldByLoop& told,
                             const std::optional<std::string>& reply, bool sst_memory) {
  RemadeAttempt remade;
  if (!stored.request) {
    remade.request_trouble = "it is missing";
    return remade;
  }
  TurnLog log = log_for(stored, turn, told, reply, sst_memory);
  for (const HttpEvent& event : observe(stored)) {
    if (const auto* read = std::get_if<RequestRead>(&event)) {
      if (remade.request != nullptr) continue;
      remade.request = read->request;
      remade.has_turn_header = find_header(read->request->headers, "X-Franz-Turn").has_value();
      if (read->request->raw != *stored.request)
        remade.request_trouble = "there are more bytes in it than one request";
    } else if (const auto* exchange = std::get_if<Exchange>(&event)) {
      if (exchange->delivered_whole && exchange->response.raw != *stored.response)
        remade.response_trouble = "there are more bytes in it than one reply";
    }
    for (const LogOutput& output : log.http(event)) {
      if (const auto* opened = std::get_if<TurnOpened>(&output)) remade.picture = opened->picture;
      const auto* recorded = std::get_if<TurnRecorded>(&output);
      if (recorded == nullptr) continue;
      Result<TurnRecord> record = parse_turn_record(*recorded->record);
      if (record.ok()) remade.record = std::move(record).value();
    }
  }
  if (remade.request == nullptr) remade.request_trouble = "it does not hold one whole HTTP request";
  return remade;
}
}  // namespace franz::proxy
