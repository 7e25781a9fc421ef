#include "tests/common/http/http_dialogue.h"
#include <gtest/gtest.h>
#include "common/base/json_string.h"

namespace franz {
Moment client(std::string bytes) { return {Kind::client_bytes, std::move(bytes)}; }
Moment server(std::string bytes) { return {Kind::server_bytes, std::move(bytes)}; }
Moment broken(std::string why) { return {Kind::closed, "", std::move(why)}; }

void Printer::operator()(const RequestStarted& started) { started_.insert(started.exchange); }

void Printer::operator()(const MessagePiece& piece) {
  EXPECT_TRUE(started_.contains(piece.exchange));
  Bytes& bytes = bytes_[{piece.exchange, piece.side}];
  bytes.wire += piece.wire;
  append_body(piece, bytes.body);
}

void Printer::operator()(const RequestRead& read) {
  text += "request " + read.request->method + " " + read.request->target + "\n";
}

void Printer::operator()(const ResponseStarted& started) {
  text += "reply " + std::to_string(started.status) + "\n";
}

void Printer::operator()(const HttpExchange& e) {
  text += "exchange " + e.request->method + " " + e.request->target + " " +
          message(e, MessagePiece::Side::request, *e.request) + " -> " +
          std::to_string(e.response.status) + " " +
          message(e, MessagePiece::Side::response, e.response) +
          (e.delivered_whole ? " whole" : "") + (e.own_answer ? " own" : "") + "\n";
}

void Printer::operator()(const ObservationEnded& ended) { text += "gave up: " + ended.why + "\n"; }

std::string Printer::message(const HttpExchange& e, MessagePiece::Side side,
                             const HttpMessage& seen) {
  const Bytes& bytes = bytes_[{e.id, side}];
  const bool whole = e.request->wanted && seen.accepted;
  if (whole) {
    const bool masked = bytes.wire.find("****") != std::string::npos;  // in another length
    if (!masked) {
      EXPECT_EQ(seen.wire_bytes, bytes.wire.size());
    }
    EXPECT_EQ(seen.body_bytes, bytes.body.size());
  }
  return (whole ? quote_json(bytes.body) : "-") +
         (seen.problem.empty() ? "" : " (" + seen.problem + ")");
}

std::string observe(const Dialogue& dialogue, const ObserverOptions& options) {
  HttpObserver observer(options);
  Printer printer;
  for (const Moment& moment : dialogue) {
    printer.print_events(observer.observe({1, moment.kind, moment.bytes, 0, moment.why}));
  }
  return printer.text;
}

// The events of one moment, split at `cut`; at npos: byte by byte.
static Dialogue cut(const Dialogue& dialogue, std::size_t which, std::size_t at) {
  Dialogue result;
  for (std::size_t i = 0; i < dialogue.size(); ++i) {
    const Moment& moment = dialogue[i];
    const bool payload = moment.kind == Kind::client_bytes || moment.kind == Kind::server_bytes;
    if (payload && at == std::string::npos) {
      for (const char c : moment.bytes) result.push_back({moment.kind, std::string(1, c)});
    } else if (payload && i == which) {
      result.push_back({moment.kind, moment.bytes.substr(0, at)});
      result.push_back({moment.kind, moment.bytes.substr(at)});
    } else {
      result.push_back(moment);
    }
  }
  return result;
}

void check_dialogues(const std::vector<DialogueRow>& rows) {
  for (const DialogueRow& row : rows) {
    EXPECT_EQ(observe(row.dialogue), row.events) << row.title;
    EXPECT_EQ(observe(cut(row.dialogue, 0, std::string::npos)), row.events)
        << row.title << ", byte by byte";
    for (std::size_t i = 0; i < row.dialogue.size(); ++i) {
      for (std::size_t at = 1; at < row.dialogue[i].bytes.size(); ++at) {
        if (row.dialogue[i].kind == Kind::own_answer) continue;  // reported in one piece
        ASSERT_EQ(observe(cut(row.dialogue, i, at)), row.events)
            << row.title << ", event " << i << " cut at " << at;
      }
    }
  }
}
}  // namespace franz
