#pragma once
// A run of the demo model in a profile for a trained format: requests and replies are made and read
// as the programs do, by the profile's dialect, memory and prompt; only the capturer is replaced by
// a canvas of the tests.
#include <gtest/gtest.h>
#include <cmath>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include "common/base/base64.h"
#include "common/base/json_string.h"
#include "common/formats/memories.h"
#include "common/memory/memory.h"
#include "common/run/known_steps.h"
#include "common/run/places.h"
#include "common/wire/api/chat.h"
#include "common/wire/function_tools.h"
#include "executor/execute_turn.h"
#include "proxy/demo_vlm/outgoing.h"
#include "tests/proxy/demo_vlm/test_pictures.h"
#include "tests/support/test_paths.h"

namespace franz::demo_vlm {
struct TrainedRun {
  explicit TrainedRun(std::string name) : profile(std::move(name)) {}

  std::string profile;  // its dialect
  std::string memory_name = profile;
  std::string prompt_name = profile;
  const Api* api = &kChatApi;
  Coordinates coordinates = {};
  Picture picture = black(320, 180);
  std::string objective = "draw a cat";
  MemoryOptions memory{5, 0};
  std::set<std::string> lost = {};          // actions that leave no ink, once each
  std::set<std::string> switched_off = {};  // tools
  std::optional<std::string> note = {};

  std::vector<Step> steps = {};
  std::optional<franz::Reply> reply = {};  // the last one
  std::string body = {};                   // that it answered
  std::vector<std::string> told = {};      // feedback and answers with something to say
  std::set<std::string> forms = {};        // of all replies
  std::optional<std::string> result = {};  // it is over
  std::vector<std::string> drawn = {};     // canonical calls that left ink

  // False once it is over.
  bool turn() {
    const int number = static_cast<int>(steps.size()) + 1;
    ExecutorRequest request;
    request.options.turn = number;
    request.options.picture = {picture.width, picture.height};
    request.options.coordinates = coordinates;
    request.reply = reply;
    request.dialect = profile;
    request.pointer = pointer_;
    request.asked_back = asked_back_;
    for (const Tool& tool : all_tools())
      request.tools.emplace_back(std::string(tool.name),
                                 !switched_off.contains(std::string(tool.name)));
    executor::Ports ports;
    ports.capture_screen = [this](const CaptureRequest& asked) {
      return Result<CaptureReply, ChildFailure>(capture(asked));
    };
    ports.clock = [] { return 0.0; };
    const ExecutorReply acted = executor::execute_turn(request, ports);
    pointer_ = acted.pointer;
    asked_back_ = acted.error && acted.error->kind == kAskedBack;
    for (const Answer& each : acted.answers)
      if (each.text != "\"OK\"") told.push_back(decode_json_string(each.text));
    if (!acted.feedback.empty() && !asked_back_) told.push_back(acted.feedback);
    forms.insert(acted.passed_over.begin(), acted.passed_over.end());
    if (acted.done) {
      result = acted.done;
      return false;
    }
    Now now;
    now.system = prompt();
    now.objective = objective;
    now.feedback = acted.feedback;
    now.answers = acted.answers;
    now.note = std::exchange(note, std::nullopt);
    now.picture = PictureRef{std::to_string(number)};
    now.facts.picture = {picture.width, picture.height};
    pictures_[now.picture->sha256] = acted.screenshot_b64;
    expect_provable(now);
    reply = ask(now);
    Step step{number, *reply};
    step.answers = now.answers;
    step.feedback = now.feedback;
    step.note = now.note;
    step.picture = now.picture;
    known_.set_step(step);
    known_.set_reply(number, *reply);
    steps.push_back(step);
    return true;
  }

  // Up to its end, or to so many turns.
  void turns(int count) {
    while (count-- > 0 && turn()) {
    }
  }

  std::string said() const { return decode_json_string(reply->text); }

 private:
  const Memory& row() const { return *find_memory(memory_name); }

  // What the request tells of the dialect's words.
  std::string tools() const {
    Toolset on;
    for (const Tool& tool : all_tools())
      on.set(tool.id, !switched_off.contains(std::string(tool.name)));
    ExecutorRequest turn;
    turn.dialect = profile;
    turn.options.picture = {picture.width, picture.height};
    for (const Tool& tool : all_tools())
      turn.tools.emplace_back(std::string(tool.name), on.has(tool.id));
    return api->tools(function_tools(turn));
  }

  // As the orchestrator makes it of the profile's prompt.
  std::string prompt() const {
    std::ifstream file(std::string(kSourceDir) + "/config/prompts/" + prompt_name + ".txt");
    std::stringstream text;
    text << file.rdbuf();
    std::string filled = text.str();
    for (const auto& [name, value] :
         std::map<std::string, std::string>{{"{surface}", "a black canvas"},
                                            {"{objective}", objective},
                                            {"{width}", std::to_string(picture.width)},
                                            {"{height}", std::to_string(picture.height)}})
      for (std::size_t at = filled.find(name); at != filled.npos; at = filled.find(name, at))
        filled.replace(at, name.size(), value);
    return filled;
  }

  // Whoever checks the request knows the replies by their digests only: all but their texts has to
  // come out the same, and the digests have to fit.
  void expect_provable(const Now& now) const {
    const std::vector<Message> sent = row().messages(steps, now, memory);
    const int turn = static_cast<int>(steps.size()) + 1;
    const std::vector<Message> expected =
        row().messages(known_.before(turn, row().need), now, memory);
    ASSERT_EQ(sent.size(), expected.size());
    for (std::size_t i = 0; i < sent.size(); ++i) {
      ASSERT_EQ(sent[i].role, expected[i].role);
      ASSERT_EQ(sent[i].parts.size(), expected[i].parts.size()) << "message " << i;
      for (std::size_t j = 0; j < sent[i].parts.size(); ++j) {
        const franz::Part &is = sent[i].parts[j], &wanted = expected[i].parts[j];
        ASSERT_EQ(is.source, wanted.source);
        if (is.source == franz::Part::Source::reply) {
          ASSERT_EQ(known_.is_reply(wanted, is.token), true) << is.token;
        } else {
          ASSERT_EQ(is, wanted) << is.token << wanted.token;
        }
      }
    }
  }

  // What the model says to the turn.
  franz::Reply ask(const Now& now) {
    RequestParameters parameters;
    parameters.stream = true;
    body = api->body(
        parameters, row().messages(steps, now, memory), tools(),
        [this](const PictureRef& ref) { return std::string_view(pictures_.at(ref.sha256)); });
    const Result<ModelCall> call = read_model_call(*api, body);
    if (!call.ok()) return {quote_json(call.error().message), {}};
    const std::string id = "resp-" + std::to_string(steps.size() + 1);
    const Outgoing outgoing = answer(call.value(), {id, 7, kModelName});
    const auto reader = api->reader(200, "text/event-stream");
    for (const std::string& event : find_reply_form(*api)->stream_events(outgoing))
      reader->feed(event);
    return reply_of(reader->finish(ReplyReader::End::whole));
  }

  CaptureReply capture(const CaptureRequest& request) {
    CaptureReply seen;
    seen.screen = {0, 0, 1920, 1080};
    for (const Call& call : request.actions) seen.applied.push_back(perform(call));
    seen.screenshot_b64 = base64_encode(png_of(picture));
    return seen;
  }

  static PlanPoint rounded(const MapPoint& at) {
    return {static_cast<int>(std::lround(at.x)), static_cast<int>(std::lround(at.y))};
  }

  bool perform(const Call& call) {
    PlannedCall stroke{PlannedCall::Kind::drag, {}, {}, {}};
    switch (call.tool) {
      case ToolId::drag:
        stroke.from = rounded(*start_point(call));
        stroke.to = rounded(*end_point(call));
        break;
      case ToolId::left_click:
        clicked_ = rounded(*start_point(call));
        stroke = {PlannedCall::Kind::left_click, *clicked_, *clicked_, {}};
        break;
      case ToolId::type:
        if (!clicked_) return false;
        stroke = {PlannedCall::Kind::type, *clicked_, *clicked_, text_at(call, 0)};
        break;
      default: return true;
    }
    drawn.push_back(canonical_text(call));
    if (lost.erase(drawn.back()) == 0) draw_call(picture, stroke);
    return true;
  }

  KnownSteps known_;
  std::optional<MapPoint> pointer_;
  bool asked_back_ = false;
  std::optional<PlanPoint> clicked_;
  std::map<std::string, std::string> pictures_;  // PNG in base64
};
}  // namespace franz::demo_vlm
