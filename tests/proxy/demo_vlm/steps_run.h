#pragma once
// A run of the demo model in the dialect `steps`: requests and replies are made and read as the
// programs do, only the capturer is replaced by canvases of the tests.
#include <cstdio>
#include <set>
#include "common/base/base64.h"
#include "common/base/json_string.h"
#include "common/memory/objective.h"
#include "common/wire/api/chat.h"
#include "common/wire/message_fields.h"
#include "executor/execute_turn.h"
#include "proxy/demo_vlm/outgoing.h"
#include "proxy/demo_vlm/step_policy.h"
#include "tests/proxy/demo_vlm/test_pictures.h"

namespace franz::demo_vlm {
struct StepsRun {
  Picture picture = black(640, 360), small = black(512, 288);  // the same canvas
  bool sends_small = false, sends_none = false;
  std::string objective = "Draw a cat";
  std::optional<int> max_steps = {};
  std::set<std::size_t> lost = {};  // strokes that leave no ink, by their number from 1
  bool capturer_fails = false;      // in the next turn
  std::optional<std::string> note = {};

  std::vector<Step> steps = {};
  std::optional<franz::Reply> reply = {};    // the last one
  std::vector<std::string> complaints = {};  // all of them
  std::vector<std::size_t> malformed = {};   // turns whose reply was
  std::string context = {};                  // of the last request
  std::optional<std::string> result = {};    // it is over

  // False once it is over.
  bool turn() {
    const int number = static_cast<int>(steps.size()) + 1;
    ExecutorRequest request;
    request.options.turn = number;
    request.options.picture = {sent().width, sent().height};
    request.options.coordinates = {Coordinates::Kind::pixels, 1000, 0};
    request.options.seen = seen_;
    request.reply = reply;
    request.dialect = "steps";
    request.tools = {{"left_click", true}, {"drag", true}, {"move", true}, {"type", true}};
    request.pointer = pointer_;
    executor::Ports ports;
    ports.capture_screen = [this](const CaptureRequest& asked) { return capture(asked); };
    ports.clock = [] { return 0.0; };
    const ExecutorReply acted = executor::execute_turn(request, ports);
    capturer_fails = false;
    pointer_ = acted.pointer;
    seen_ = Seen{acted.screen, Size{sent().width, sent().height}};
    if (acted.error && acted.items.empty()) malformed.push_back(steps.size());
    if (acted.done) {
      result = acted.done;
      return false;
    }
    Now now;
    now.system = "You pilot a computer.";
    now.objective = objective;
    now.feedback = acted.feedback;
    now.items = items_json(acted.items);
    now.note = note;
    note.reset();
    now.facts.picture = {sent().width, sent().height};
    if (max_steps) now.turns_left = *max_steps - static_cast<int>(steps.size());
    if (!acted.screenshot_b64.empty() && !sends_none) now.picture = PictureRef{"1"};
    if (!now.feedback.empty()) complaints.push_back(now.feedback);
    ask(now, acted.screenshot_b64);
    Step step{number, *reply};
    step.items = now.items;
    step.feedback = now.feedback;
    step.picture = now.picture;
    steps.push_back(step);
    return true;
  }

  // Up to its end, or to so many turns.
  void turns(int count) {
    while (count-- > 0 && turn()) {
    }
  }

  std::string said() const { return reply ? decode_json_string(reply->text) : ""; }
  // Of the last reply's step with that number from 0.
  std::string why(std::size_t index) const {
    Result<MessageFields> read = MessageFields::parse(said());
    return read.ok() ? read.value().text("/steps/" + std::to_string(index) +
                                         "/human_readable_justification")
                     : "";
  }

 private:
  const Picture& sent() const { return sends_small ? small : picture; }

  void ask(const Now& now, const std::string& png) {
    const std::vector<Message> messages = objective_messages(steps, now, {});
    context = decode_json_string(messages.back().parts.front().token);
    const std::string body = chat_request_body(
        {}, messages, "", [&](const PictureRef&) { return std::string_view(png); });
    const Result<ModelCall> call = read_model_call(kChatApi, body);
    ASSERT_TRUE(call.ok()) << call.error().message;
    const auto reader = kChatApi.reader(200, "application/json");
    reader->feed(whole_body(answer(call.value(), {"chatcmpl-1", 7, kModelName})));
    reply = reply_of(reader->finish(ReplyReader::End::whole));
  }

  Result<CaptureReply, ChildFailure> capture(const CaptureRequest& request) {
    if (capturer_fails) return ChildFailure{ChildFailure::Kind::no_answer, 15000};
    CaptureReply seen;
    seen.screen = {0, 0, 1920, 1080};
    for (const Call& call : request.actions) seen.applied.push_back(perform(canonical_text(call)));
    if (request.picture) seen.screenshot_b64 = base64_encode(png_of(sent()));
    return seen;
  }

  bool perform(const std::string& action) {
    double x1 = 0, y1 = 0, x2 = 0, y2 = 0;
    const auto place = [](double x, double y) {
      return PlanPoint{static_cast<int>(std::lround(x)), static_cast<int>(std::lround(y))};
    };
    // NOLINTBEGIN(cert-err34-c): the calls are in their canonical form
    PlannedCall call{PlannedCall::Kind::drag, {}, {}, {}};
    if (std::sscanf(action.c_str(), "drag(%lf, %lf, %lf, %lf)", &x1, &y1, &x2, &y2) == 4) {
      call.from = place(x1, y1);
      call.to = place(x2, y2);
    } else if (std::sscanf(action.c_str(), "left_click(%lf, %lf)", &x1, &y1) == 2) {
      call = {PlannedCall::Kind::left_click, place(x1, y1), place(x1, y1), {}};
    } else {
      return action.starts_with("move(");
    }
    // NOLINTEND(cert-err34-c)
    if (lost.contains(++strokes_)) return true;
    draw_call(picture, call);
    draw_call(small, call);
    return true;
  }

  std::optional<MapPoint> pointer_;
  std::optional<Seen> seen_;
  std::size_t strokes_ = 0;
};
}  // namespace franz::demo_vlm
