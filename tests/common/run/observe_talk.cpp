#include "tests/proxy/record/turn_log_talk.h"
#include "common/base/base64.h"
#include "common/base/overload.h"

namespace franz {
std::string request_body(const std::string& story, const std::string& feedback, bool picture) {
  std::string body = R"({"model":"m","temperature":0.7,"top_p":0.9,"max_tokens":900,"messages":[)"
                     R"({"role":"system","content":"S"},)"
                     R"({"role":"user","content":[{"type":"text","text":)" +
                     story + R"(}]},{"role":"user","content":[{"type":"text","text":)" + feedback +
                     "}";
  if (picture)
    body += R"(,{"type":"image_url","image_url":{"url":"data:image/png;base64,)" +
            base64_encode(kPng) + R"("}})";
  return body + "]}]}";
}

std::string reply_body(const std::string& text) {
  return R"({"choices":[{"message":{"content":)" + text +
         R"(},"finish_reason":"stop"}],"usage":{"prompt_tokens":5,"completion_tokens":6,)"
         R"("total_tokens":11}})";
}

TurnLogOptions options_of(bool launch) {
  TurnLogOptions options;
  options.run = "RUN";
  options.launch = launch;
  return options;
}

void Talk::request(std::uint64_t exchange, std::optional<FranzTurn> turn, const std::string& body,
                   double at) {
  ask(exchange, std::move(turn));
  bytes(exchange, MessagePiece::Side::request, "RAW REQUEST", "");
  bytes(exchange, MessagePiece::Side::request, "", body);
  asked(exchange, body.size(), at);
}

void Talk::ask(std::uint64_t exchange, std::optional<FranzTurn> turn, const std::string& target,
               const std::string& method) {
  auto request = std::make_shared<HttpRequest>();
  request->method = method;
  request->target = target;
  request->turn = std::move(turn);
  request->has_origin = from_page;
  requests_[exchange] = request;
  take(log_.http(RequestStarted{exchange, 1, request}));
}

void Talk::bytes(std::uint64_t exchange, MessagePiece::Side side, const std::string& head,
                 const std::string& body) {
  MessagePiece piece{exchange, side, head + body, {}};
  if (!body.empty()) {
    piece.body.emplace_back(static_cast<std::uint32_t>(head.size()),
                            static_cast<std::uint32_t>(body.size()));
  }
  take(log_.http(piece));
}

void Talk::asked(std::uint64_t exchange, std::size_t body_bytes, double at,
                 const std::string& problem, bool told) {
  const auto whole = std::make_shared<HttpRequest>(*requests_.at(exchange));
  whole->body_bytes = body_bytes;
  whole->problem = problem;
  whole->told = told;
  requests_[exchange] = whole;
  take(log_.http(RequestRead{exchange, 1, whole, at}));
}

void Talk::answer(std::uint64_t exchange, const std::string& body, int status,
                  const std::string& problem, bool whole, double at) {
  bytes(exchange, MessagePiece::Side::response, "RAW RESPONSE", "");
  take(log_.http(ResponseStarted{exchange, 1, status, {}, at - 100}));
  for (std::size_t i = 0; i < body.size(); i += 7) piece(exchange, body.substr(i, 7));
  end(exchange, body, status, problem, whole, at);
}

void Talk::piece(std::uint64_t exchange, const std::string& bytes) {
  this->bytes(exchange, MessagePiece::Side::response, "", bytes);
}

void Talk::begin(std::uint64_t exchange) {
  take(log_.http(ResponseStarted{exchange, 1, 200, {{"Content-Type", "text/event-stream"}}, 0}));
}

void Talk::end(std::uint64_t exchange, const std::string& body, int status,
               const std::string& problem, bool whole, double at, bool told) {
  HttpExchange done;
  done.id = exchange;
  done.request = requests_.at(exchange);
  done.response.status = status;
  done.response.told = told;
  done.response.body_bytes = body.size();
  done.response.problem = problem;
  done.first_byte_ms = at - 100;
  done.finished_ms = at;
  done.delivered_whole = whole;
  done.reply_unread = reply_unread;
  take(log_.http(done));
}

void Talk::odd_answer(std::uint64_t exchange) {
  reply_unread = true;
  end(exchange, "", 0, "two lengths", false, 1400);
  reply_unread = false;
}

void Talk::lose(std::uint64_t exchange, std::optional<FranzTurn> turn, int status) {
  auto request = std::make_shared<HttpRequest>();
  request->method = "POST";
  request->target = "/v1/chat/completions";
  request->turn = std::move(turn);
  request->problem = "the recorder was behind";
  request->told = false;
  requests_[exchange] = request;
  end(exchange, "", status, "", true, 1400, false);
}

void Talk::started(int turn, double at) {
  LoopEvent event;
  event.kind = LoopEvent::Kind::turn_started;
  event.turn = turn;
  event.attempt = 1;
  event.executor_in = R"({"turn":)" + std::to_string(turn) + "}";
  take(log_.loop(event, at));
}

void Talk::acted(int turn, std::optional<std::string> note, double at, const std::string& answers) {
  LoopEvent event;
  event.kind = LoopEvent::Kind::turn_acted;
  event.turn = turn;
  event.executor_out =
      R"({"items":[{"call":"drag","outcome":"done"}],)" + answers + R"("renderer":1})";
  event.note = std::move(note);
  take(log_.loop(event, at));
}

void Talk::finished(int turn) {
  LoopEvent event;
  event.kind = LoopEvent::Kind::turn_finished;
  event.turn = turn;
  take(log_.loop(event, 1500));
}

void Talk::turn(int number, const std::string& story, const std::string& reply,
                const std::string& run) {
  started(number);
  acted(number);
  request(next_, FranzTurn{run, number, 1}, request_body(story, R"("F")", false));
  answer(next_++, reply_body(reply));
}

void Talk::take(const std::vector<LogOutput>& outputs) {
  const auto keep = [this](const std::string& name, std::string bytes) {
    said_.push_back("save " + name);
    files_[name] = std::move(bytes);
  };
  const auto take_one = Overload{
      [&](const SaveFile& file) { keep(file.name, *file.bytes); },
      [&](const StreamPiece& piece) { streams_[piece.stream] += *piece.bytes; },
      [&](const StreamEnd& end) {
        if (!end.name.empty()) keep(end.name, streams_[end.stream]);
        streams_.erase(end.stream);
      },
      [&](const ForgetFiles& forgotten) {
        for (const std::string& name : forgotten.names) said_.push_back("forget " + name);
      },
      [&](const SaveBatch& batch) {
        said_.push_back("batch " + batch_file(batch.first, batch.last));
      },
      [&](const TurnsFinished& finished) {
        said_.push_back("finished " + std::to_string(finished.turn));
      },
      [&](const ReplyPassed& passed) {
        passed_ += (passed_.empty() ? "" : " ") + std::to_string(passed.turn) + "/" +
                   std::to_string(passed.attempt);
      },
      [&](const TurnOpened& opened) {
        said_.push_back("opened " + std::to_string(opened.turn) + "/" +
                        std::to_string(opened.attempt));
      },
      [&](const ReplyDelta& delta) {
        deltas_ += "[" + std::to_string(delta.offset) + " " + delta.text + "]";
      },
      [&](const ApprovalAsked& asked) {
        said_.push_back("asked " + std::to_string(asked.plan.turn) + " " + asked.plan_sha256);
      },
      [&](const TurnRecorded& recorded) {
        said_.push_back("recorded " + std::to_string(recorded.row.turn) + "/" +
                        std::to_string(recorded.row.attempt) + " " + recorded.row.verdict);
      },
      [&](const LostTurns& lost) { said_.push_back("lost " + to_json(lost.turns)); },
      [&](const LogEntry& entry) {
        said_.push_back((entry.page_requests > 0 ? "page " : "log ") + entry.text);
      },
  };
  for (const LogOutput& output : outputs) std::visit(take_one, output);
}

Lines Talk::verdicts() {
  Lines all;
  for (const std::string& line : said())
    if (line.starts_with("recorded ")) all.push_back(line.substr(9));
  return all;
}
}  // namespace franz
