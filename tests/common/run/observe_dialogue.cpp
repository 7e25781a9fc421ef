#include "tests/common/run/observe_dialogue.h"
#include "common/base/base64.h"
#include "common/base/overload.h"
#include "common/run/run_files.h"

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

std::string request_id(std::uint64_t number) {
  if (number == 0) return "";
  const std::string digits = std::to_string(number);
  return std::string(16 - digits.size(), '0') + digits;
}

FranzTurn asks(int turn, std::uint64_t number, std::uint64_t after, const std::string& run) {
  return {run, turn, request_id(number), request_id(after)};
}

ObserveOptions options_of(bool launch) {
  ObserveOptions options;
  options.run = "RUN";
  options.launch = launch;
  return options;
}

void Dialogue::request(std::uint64_t exchange, std::optional<FranzTurn> turn,
                       const std::string& body, double at) {
  ask(exchange, std::move(turn));
  bytes(exchange, MessagePiece::Side::request, "RAW REQUEST", "");
  bytes(exchange, MessagePiece::Side::request, "", body);
  asked(exchange, body.size(), at);
}

void Dialogue::ask(std::uint64_t exchange, std::optional<FranzTurn> turn, const std::string& target,
                   const std::string& method) {
  auto request = std::make_shared<HttpRequest>();
  request->method = method;
  request->target = target;
  request->turn = std::move(turn);
  request->has_origin = from_page;
  requests_[exchange] = request;
  take(observe_.http(RequestStarted{exchange, 1, request}));
}

void Dialogue::bytes(std::uint64_t exchange, MessagePiece::Side side, const std::string& head,
                     const std::string& body) {
  MessagePiece piece{exchange, side, head + body, {}};
  if (!body.empty()) {
    piece.body.emplace_back(static_cast<std::uint32_t>(head.size()),
                            static_cast<std::uint32_t>(body.size()));
  }
  take(observe_.http(piece));
}

void Dialogue::asked(std::uint64_t exchange, std::size_t body_bytes, double at,
                     const std::string& problem, bool accepted) {
  const auto whole = std::make_shared<HttpRequest>(*requests_.at(exchange));
  whole->body_bytes = body_bytes;
  whole->problem = problem;
  whole->accepted = accepted;
  requests_[exchange] = whole;
  take(observe_.http(RequestRead{exchange, 1, whole, at}));
}

void Dialogue::answer(std::uint64_t exchange, const std::string& body, int status,
                      const std::string& problem, bool whole, double at) {
  bytes(exchange, MessagePiece::Side::response, "RAW RESPONSE", "");
  take(observe_.http(ResponseStarted{exchange, 1, status, {}, at - 100}));
  for (std::size_t i = 0; i < body.size(); i += 7) piece(exchange, body.substr(i, 7));
  end(exchange, body, status, problem, whole, at);
}

void Dialogue::piece(std::uint64_t exchange, const std::string& bytes) {
  this->bytes(exchange, MessagePiece::Side::response, "", bytes);
}

void Dialogue::begin(std::uint64_t exchange) {
  take(
      observe_.http(ResponseStarted{exchange, 1, 200, {{"Content-Type", "text/event-stream"}}, 0}));
}

void Dialogue::end(std::uint64_t exchange, const std::string& body, int status,
                   const std::string& problem, bool whole, double at, bool accepted) {
  HttpExchange done;
  done.id = exchange;
  done.request = requests_.at(exchange);
  done.response.status = status;
  done.response.accepted = accepted;
  done.response.body_bytes = body.size();
  done.response.problem = problem;
  done.first_byte_ms = at - 100;
  done.finished_ms = at;
  done.delivered_whole = whole;
  done.reply_unread = reply_unread;
  take(observe_.http(done));
}

void Dialogue::lose(std::uint64_t exchange, std::optional<FranzTurn> turn, int status) {
  auto request = std::make_shared<HttpRequest>();
  request->method = "POST";
  request->target = "/v1/chat/completions";
  request->turn = std::move(turn);
  request->problem = "the recorder was behind";
  request->accepted = false;
  requests_[exchange] = request;
  end(exchange, "", status, "", true, 1400, false);
}

void Dialogue::started(int turn, double at) {
  LoopEvent event;
  event.kind = LoopEvent::Kind::turn_started;
  event.turn = turn;
  event.executor_in = R"({"turn":)" + std::to_string(turn) + "}";
  take(observe_.loop(event, at));
}

void Dialogue::acted(int turn, std::optional<std::string> note, double at,
                     const std::string& answers, std::vector<int> notes) {
  LoopEvent event;
  event.kind = LoopEvent::Kind::turn_acted;
  event.turn = turn;
  event.executor_out =
      R"({"items":[{"call":"drag","outcome":"done"}],)" + answers + R"("renderer":1})";
  event.note = std::move(note);
  event.notes = std::move(notes);
  take(observe_.loop(event, at));
}

void Dialogue::finished(int turn, double at) {
  LoopEvent event;
  event.kind = LoopEvent::Kind::turn_finished;
  event.turn = turn;
  take(observe_.loop(event, at));
}

void Dialogue::turn(int number, const std::string& story, const std::string& reply) {
  started(number);
  acted(number);
  const auto id = static_cast<std::uint64_t>(number);
  request(id, asks(number, id, id - 1), request_body(story, R"("F")", false));
  answer(id, reply_body(reply));
}

static std::string entry_text(const RunEntry& entry) {
  const auto number = [](int value) { return std::to_string(value); };
  return std::visit(
      Overload{[&](const AttemptEntry& made) {
                 return "attempt " + number(made.turn) + "/" + number(made.attempt) + " " +
                        std::string(verdict_name(made.row.verdict)) +
                        (made.delivered && made.usable ? "" : " failed");
               },
               [&](const LostEntry& lost) {
                 return "lost " + number(lost.turn) + "/" + number(lost.attempt) + " " + lost.why;
               },
               [&](const NoteEntry& note) {
                 std::string text = "note " + number(note.turn) + ":";
                 for (const int each : note.numbers) text += " " + number(each);
                 return text;
               },
               [&](const SettingsEntry& made) {
                 return "settings " + number(made.turn) + " " + made.text;
               },
               [&](const SystemEntry& made) {
                 return "system " + number(made.change.turn) + " " + made.change.cause;
               },
               [&](const PersonEntry& made) {
                 return std::string(made.took_over ? "took over" : "gave back");
               },
               [&](const WarningEntry& made) { return "warning " + made.text; },
               [](const auto&) { return std::string("other"); }},
      entry);
}

void Dialogue::take(std::vector<Observed> outputs) {
  const auto take_one = Overload{
      [&](EntryMade& made) {
        said_.push_back(entry_text(made.entry));
        for (MadeFile& file : made.files) {
          if (file.bytes) {
            files_[file.name] = *file.bytes;
          } else {
            files_[file.name] = std::exchange(spilled_[*file.spilled], {});
            spilled_.erase(*file.spilled);
          }
        }
        if (const auto* attempt = std::get_if<AttemptEntry>(&made.entry)) entry_ = *attempt;
      },
      [&](SpilledBytes& piece) { spilled_[piece.key] += piece.bytes; },
      [&](SpilledGone& gone) { spilled_.erase(gone.key); },
      [&](TurnOpened& opened) {
        said_.push_back("opened " + std::to_string(opened.turn) + "/" +
                        std::to_string(opened.attempt));
      },
      [&](ReplyDelta& delta) {
        deltas_ += "[" + std::to_string(delta.offset) + " " + delta.text + "]";
      },
      [&](ApprovalAsked& asked) {
        said_.push_back("asked " + std::to_string(asked.plan.turn) + " " + asked.plan_sha256);
      },
      [&](NotesTaken& taken) {
        std::string text = "taken";
        for (const int each : taken.numbers) text += " " + std::to_string(each);
        said_.push_back(text);
      },
      [&](LogMessage& message) {
        said_.push_back((message.page_requests > 0 ? "page " : "log ") + message.text);
      },
  };
  for (Observed& output : outputs) std::visit(take_one, output);
}

Lines Dialogue::verdicts() {
  Lines all;
  for (const std::string& line : said())
    if (line.starts_with("attempt ")) all.push_back(line.substr(8));
  return all;
}

TurnRecord Dialogue::record(int turn, int attempt) {
  Result<TurnRecord> read = parse_turn_record(files_[record_file(turn, attempt)]);
  return read.ok() ? std::move(read).value() : TurnRecord{};
}
}  // namespace franz
