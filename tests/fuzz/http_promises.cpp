#include "tests/fuzz/http_promises.h"
#include <map>
#include <utility>
#include <vector>
#include "common/base/overload.h"
#include "common/http/http_observer.h"

namespace franz::proxy {
namespace {
using Kind = ConnectionEvent::Kind;
using Side = MessagePiece::Side;
using Moment = std::pair<Kind, std::string>;

std::vector<Moment> moments_of(std::string_view bytes) {
  std::vector<Moment> moments{{Kind::opened, ""}};
  bool client = !bytes.starts_with("HTTP/");
  if (!client) moments.emplace_back(Kind::client_bytes, "GET / HTTP/1.1\r\nHost: h\r\n\r\n");
  while (!bytes.empty()) {
    const std::string_view part = bytes.substr(0, bytes.find('\x1E'));
    bytes.remove_prefix(std::min(bytes.size(), part.size() + 1));
    moments.emplace_back(client ? Kind::client_bytes : Kind::server_bytes, part);
    client = !client;
  }
  moments.emplace_back(Kind::server_end, "");
  moments.emplace_back(Kind::closed, "");
  return moments;
}

struct Observed {
  std::string text, broken;  // the reports; the first broken promise
};

// `step`: bytes per event; 0: as they came.
Observed observe(const std::vector<Moment>& moments, std::size_t step) {
  HttpObserver observer;
  Observed seen;
  std::map<std::pair<std::uint64_t, Side>, std::string> wire, body;
  const auto message = [&](const HttpExchange& e, Side side, const HttpMessage& seen_message) {
    const std::string& bytes = wire[{e.id, side}];
    const bool masked = bytes.find("****") != std::string::npos;  // in another length
    if (seen_message.accepted && !masked && bytes.size() != seen_message.wire_bytes)
      seen.broken = "other bytes";
    if (seen_message.accepted && body[{e.id, side}].size() != seen_message.body_bytes)
      seen.broken = "another body";
    return std::to_string(seen_message.wire_bytes) + " " + std::to_string(seen_message.body_bytes) +
           " " + bytes + "|" + body[{e.id, side}] + "|" + seen_message.problem +
           (seen_message.accepted ? " accepted" : "");
  };
  const auto sink = [&](const HttpEvent& event) {
    std::visit(
        Overload{
            [&](const RequestStarted& e) { seen.text += "asks " + e.request->target + "\n"; },
            [&](const MessagePiece& e) {
              wire[{e.exchange, e.side}] += e.wire;
              append_body(e, body[{e.exchange, e.side}]);
            },
            [&](const RequestRead&) { seen.text += "asked\n"; },
            [&](const ResponseStarted& e) {
              seen.text += "answers " + std::to_string(e.status) + "\n";
            },
            [&](const HttpExchange& e) {
              seen.text +=
                  "exchange " + message(e, Side::request, *e.request) + " -> " +
                  std::to_string(e.response.status) + " " + message(e, Side::response, e.response) +
                  (e.delivered_whole ? " whole" : "") + (e.reply_unread ? " unread" : "") + "\n";
            },
            [&](const ObservationEnded& e) { seen.text += "gave up: " + e.why + "\n"; },
        },
        event);
    return true;
  };
  for (const auto& [kind, bytes] : moments) {
    if (bytes.empty() || step == 0) {
      observer.observe({1, kind, bytes, 0, ""}, sink);
      continue;
    }
    for (std::size_t at = 0; at < bytes.size(); at += step)
      observer.observe({1, kind, bytes.substr(at, step), 0, ""}, sink);
  }
  return seen;
}
}  // namespace

std::string broken_http_promise(std::string_view bytes) {
  const std::vector<Moment> moments = moments_of(bytes);
  const Observed whole = observe(moments, 0);
  if (!whole.broken.empty()) return whole.broken;
  for (const std::size_t step : {1U, 7U}) {
    const Observed cut = observe(moments, step);
    if (!cut.broken.empty()) return cut.broken;
    if (cut.text != whole.text)
      return "cut into " + std::to_string(step) + ":\n" + cut.text + "whole:\n" + whole.text;
  }
  return "";
}
}  // namespace franz::proxy
