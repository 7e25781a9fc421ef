#pragma once
// A run of the demo model in the dialect `tool_calls`: requests, replies and answers are made and
// read as the programs do, only the capturer is replaced by a canvas of the tests.
#include <cstdio>
#include <map>
#include <set>
#include "common/base/base64.h"
#include "common/base/json_string.h"
#include "common/memory/history.h"
#include "common/tools/vocabulary.h"
#include "common/wire/api/chat.h"
#include "common/wire/function_tools.h"
#include "executor/execute_turn.h"
#include "proxy/demo_vlm/outgoing.h"
#include "tests/proxy/demo_vlm/test_pictures.h"

namespace franz::demo_vlm {
struct ToolCallRun {
  Picture picture = black(320, 180);
  std::string objective = "draw a cat";
  MemoryOptions memory{2, 2};
  bool stream = true;
  std::optional<long long> max_tokens = {};
  std::vector<std::pair<std::string, bool>> tools = {
      {"left_click", true}, {"right_click", true}, {"double_left_click", true},
      {"drag", true},       {"type", true},        {"screenshot", true},
      {"press", true},      {"hotkey", true}};
  std::set<std::string> lost = {};  // actions that leave no ink, once each
  bool capturer_fails = false;      // in the next turn
  std::optional<std::string> note = {};

  std::vector<Step> steps = {};
  std::optional<franz::Reply> reply = {};  // the last one
  std::string body = {};                   // that it answered
  std::vector<std::string> answers = {};   // to all calls, those in texts too
  std::optional<std::string> result = {};  // it is over

  Result<CaptureReply, ChildFailure> capture(const CaptureRequest& request) {
    if (capturer_fails) return ChildFailure{ChildFailure::Kind::no_answer, 15000};
    CaptureReply seen;
    seen.screen = {0, 0, 1920, 1080};
    for (const Call& call : request.actions) seen.applied.push_back(perform(canonical_text(call)));
    if (request.picture) seen.screenshot_b64 = base64_encode(png_of(picture));
    return seen;
  }

  // False once it is over.
  bool turn() {
    const int number = static_cast<int>(steps.size()) + 1;
    ExecutorRequest request;
    request.options.turn = number;
    request.options.picture = {picture.width, picture.height};
    request.reply = reply;
    request.dialect = "tool_calls";
    request.asked_back = asked_back_;
    request.tools = tools;
    request.picture = number == 1 ? PictureDue::always : PictureDue::when_asked;
    executor::Ports ports;
    ports.capture_screen = [this](const CaptureRequest& asked) { return capture(asked); };
    ports.clock = [] { return 0.0; };
    const ExecutorReply acted = executor::execute_turn(request, ports);
    capturer_fails = false;
    asked_back_ = acted.error && acted.error->kind == kAskedBack;
    for (const Answer& each : acted.answers) answers.push_back(decode_json_string(each.text));
    if (const std::size_t at = acted.feedback.find("\n{"); at != std::string::npos)
      answers.push_back(acted.feedback.substr(at + 1));
    if (acted.done) {
      result = acted.done;
      return false;
    }
    Now now;
    now.system = "You act on a screen.";
    now.objective = objective;
    now.feedback = acted.feedback;
    now.answers = acted.answers;
    now.note = note;
    note.reset();
    if (!acted.screenshot_b64.empty()) {
      now.picture = PictureRef{std::to_string(number)};
      pictures_[now.picture->sha256] = acted.screenshot_b64;
    }
    reply = ask(now);
    Step step{number, *reply};
    step.answers = now.answers;
    step.feedback = now.feedback;
    step.note = now.note;
    step.picture = now.picture;
    steps.push_back(step);
    return true;
  }

  // Up to its end, or to so many turns.
  void turns(int count) {
    while (count-- > 0 && turn()) {
    }
  }

  // What the model says to the turn.
  franz::Reply ask(const Now& now) {
    RequestParameters parameters;
    parameters.stream = stream;
    if (max_tokens) parameters.max_tokens = *max_tokens;
    const Vocabulary& vocabulary = *find_vocabulary("tool_calls");
    body = chat_request_body(
        parameters, history_messages(steps, now, memory),
        kChatApi.tools(function_tools(vocabulary, Toolset::from_switches(tools), HelpFor::sandbox)),
        [this](const PictureRef& ref) { return std::string_view(pictures_.at(ref.sha256)); });
    return answer_to(body);
  }

  // As it goes over the wire.
  static franz::Reply answer_to(const std::string& body) {
    const Result<ModelCall> call = read_model_call(kChatApi, body);
    if (!call.ok()) return {quote_json(call.error().message), {}};
    const Outgoing outgoing = answer(call.value(), {"chatcmpl-1", 7, kModelName});
    const bool streamed = call.value().stream;
    const auto reader = kChatApi.reader(200, streamed ? "text/event-stream" : "application/json");
    if (streamed) {
      for (const std::string& event : stream_events(outgoing)) reader->feed(event);
    } else {
      reader->feed(whole_body(outgoing));
    }
    return reply_of(reader->finish(ReplyReader::End::whole));
  }

  std::string said() const { return decode_json_string(reply->text); }
  std::string called() const {
    return !reply || reply->calls.empty() ? "" : decode_json_string(reply->calls.front().name);
  }

 private:
  bool perform(const std::string& action) {
    PlannedCall call{PlannedCall::Kind::drag, {}, {}, {}};
    // NOLINTBEGIN(cert-err34-c): the calls are in their canonical form
    if (std::sscanf(action.c_str(), "drag(%d, %d, %d, %d)", &call.from.x, &call.from.y, &call.to.x,
                    &call.to.y) != 4) {
      call.kind = PlannedCall::Kind::left_click;
      if (std::sscanf(action.c_str(), "left_click(%d, %d)", &call.from.x, &call.from.y) == 2) {
        call.to = call.from;
        clicked_ = call.from;
      } else if (action == "type(\"franz\")" && clicked_) {
        call = {PlannedCall::Kind::type, *clicked_, *clicked_, "franz"};
      } else {
        return false;
      }
    }
    // NOLINTEND(cert-err34-c)
    if (lost.erase(action) == 0) draw_call(picture, call);
    return true;
  }

  std::optional<PlanPoint> clicked_;
  bool asked_back_ = false;
  std::map<std::string, std::string> pictures_;  // PNG in base64
};
}  // namespace franz::demo_vlm
