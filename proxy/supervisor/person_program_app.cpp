#include "proxy/supervisor/person_program_app.h"
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <chrono>
#include <utility>
#include "common/base/printable.h"
#include "common/wire/person_input.h"

namespace franz::proxy {
namespace asio = boost::asio;

static constexpr std::size_t kMaxAwaited = 32;  // a page waits for the answer to each

PersonProgram::PersonProgram(asio::io_context& io, Events events)
    : io_(io), events_(std::move(events)) {}

// `ended`: gets the program's last error line, or how it ended; empty: it ended as it should.
static ChildProcess::Handlers handlers_of(std::function<void(std::string_view)> output,
                                          std::function<void(const std::string&)> ended) {
  ChildProcess::Handlers handlers;
  handlers.on_output_line = std::move(output);
  // Both run on the child's thread.
  const auto error = std::make_shared<std::string>();
  handlers.on_error_line = [error](std::string_view line) { *error = printable(line); };
  handlers.on_end = [error, ended = std::move(ended)](const ChildEnd& end) {
    if (end.ok()) return ended("");
    ended(error->empty() ? describe(end, std::chrono::milliseconds(0)) : *error);
  };
  return handlers;
}

void PersonProgram::start(const ChildCommand& command) {
  auto child = ChildProcess::start(
      command,
      handlers_of(
          [this](std::string_view text) {
            asio::post(io_, [this, text = std::string(text)] { line(text); });
          },
          [this](const std::string& why) { asio::post(io_, [this, why] { gone(why); }); }));
  if (child.ok()) {
    child_ = std::move(child).value();
  } else {
    asio::post(io_, [this, why = child.error().message] { gone(why); });
  }
}

void PersonProgram::release(const ChildCommand& command) {
  late_ = false;
  auto child = ChildProcess::start(
      command, handlers_of([](std::string_view) {},
                           [this](const std::string& trouble) {
                             asio::post(io_, [this, trouble] { over(trouble); });
                           }));
  if (child.ok()) {
    child_ = std::move(child).value();
  } else {
    asio::post(io_, [this, trouble = child.error().message] { over(trouble); });
  }
}

void PersonProgram::end_release() {
  late_ = true;
  if (child_) child_->kill();
}

bool PersonProgram::expect(Answer answer) {
  if (awaited_.size() >= kMaxAwaited) return false;
  awaited_.push_back(std::move(answer));
  return true;
}

void PersonProgram::send(const std::string& line) {
  if (child_) child_->write_line(line);
}

// Input that is still queued is dropped when the screen is handed back.
void PersonProgram::end() {
  for (const Answer& answer : std::exchange(awaited_, {}))
    answer(std::nullopt, "the screen was handed back before all of it was sent");
  if (child_) child_->kill();
}

void PersonProgram::line(const std::string& text) {
  if (text == kPersonReady) return events_.ready();
  if (awaited_.empty()) return;
  const Answer answer = std::move(awaited_.front());
  awaited_.pop_front();
  const Result<std::string> trouble = parse_person_done(text);
  answer(std::nullopt, trouble.ok() ? trouble.value() : trouble.error().message);
}

void PersonProgram::gone(const std::string& why) {
  child_.reset();
  const std::string text = "the input to the screen ended" + (why.empty() ? "" : ": " + why);
  for (const Answer& answer : std::exchange(awaited_, {}))
    answer(ControlRefusal{ControlRefusal::Kind::state, text}, "");
  events_.ended(text);
}

void PersonProgram::over(const std::string& how) {
  child_.reset();
  const std::string trouble =
      late_ ? "no answer in " + std::to_string(kReleaseMayTakeMs / 1000) + " s" : how;
  events_.released(trouble.empty() ? "" : "keys and buttons may still be held down: " + trouble);
}
}  // namespace franz::proxy
