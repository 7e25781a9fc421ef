#pragma once
// A run of the demo model in the dialect `action` with the prompt that ships: requests and replies
// are made and read as the programs do, only the capturer is replaced by pictures of the tests.
#include <cstdio>
#include "common/base/base64.h"
#include "common/base/json_string.h"
#include "common/memory/objective.h"
#include "common/os/files.h"
#include "common/settings/settings.h"
#include "common/tools/surface_facts.h"
#include "common/tools/vocabulary.h"
#include "common/wire/api/chat.h"
#include "executor/execute_turn.h"
#include "proxy/demo_vlm/outgoing.h"
#include "tests/proxy/demo_vlm/test_pictures.h"
#include "tests/support/test_paths.h"

namespace franz::demo_vlm {
struct ActionRun {
  Picture picture = black(640, 360);
  bool sends_none = false;
  std::string surface = "desktop";  // as the prompt has it
  std::string objective = "Press the button";
  std::optional<int> max_steps = {};
  ToolSwitches tools = {{"left_click", true}, {"screenshot", true}};
  std::optional<Picture> after_typing = {};  // what is shown then
  bool loses_clicks = false;                 // in the next turn, they are refused
  std::optional<std::string> note = {};

  std::vector<Step> steps = {};
  std::optional<franz::Reply> reply = {};    // the last one
  std::vector<std::string> complaints = {};  // all of them
  std::vector<std::string> performed = {};   // "click 10,20", in pixels of the picture
  std::size_t malformed = 0, most_malformed = 0, most_noops = 0;  // the most in a row
  std::optional<std::string> result = {};                         // it is over

  // False once it is over.
  bool turn() {
    const int number = static_cast<int>(steps.size()) + 1;
    ExecutorRequest request;
    request.options.turn = number;
    request.options.picture = size();
    request.options.coordinates = {Coordinates::Kind::pixels, 1000, 0};
    request.options.seen = seen_;
    request.reply = reply;
    request.dialect = "action";
    request.tools = tools;
    executor::Ports ports;
    ports.capture_screen = [this](const CaptureRequest& asked) { return capture(asked); };
    ports.clock = [] { return 0.0; };
    const ExecutorReply acted = executor::execute_turn(request, ports);
    count(acted);
    seen_ = Seen{acted.screen, size()};
    if (acted.done) {
      result = acted.done;
      return false;
    }
    Now now;
    now.system = system();
    now.objective = objective;
    now.feedback = acted.feedback;
    now.items = items_json(acted.items);
    now.note = note;
    note.reset();
    now.facts.picture = size();
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

 private:
  Size size() const { return {picture.width, picture.height}; }

  void count(const ExecutorReply& acted) {
    for (const ActionItem& item : acted.items) {
      const bool is_malformed = item.outcome == Outcome::malformed;
      const bool is_noop = item.call == "screenshot()";
      malformed += is_malformed ? 1U : 0U;
      malformed_in_a_row_ = is_malformed ? malformed_in_a_row_ + 1 : 0;
      noops_in_a_row_ = is_noop ? noops_in_a_row_ + 1 : 0;
      most_malformed = std::max(most_malformed, malformed_in_a_row_);
      most_noops = std::max(most_noops, noops_in_a_row_);
      double x = 0, y = 0;
      // NOLINTNEXTLINE(cert-err34-c): the calls are in their canonical form
      if (item.call && item.outcome == Outcome::done &&
          std::sscanf(item.call->c_str(), "left_click(%lf, %lf)", &x, &y) == 2) {
        performed.push_back("click " + std::to_string(item.from->x) + "," +
                            std::to_string(item.from->y));
      } else if (item.call && item.call->starts_with("type(")) {
        performed.push_back("type " + item.call->substr(6, item.call->size() - 8));
      }
    }
  }

  std::string system() const {
    std::string text =
        read_file(std::string(kSourceDir) + "/config/prompts/window.txt", 1 << 20).value();
    const auto put = [&](const std::string& name, std::string_view value) {
      text.replace(text.find(name), name.size(), value);
    };
    put("{surface}", find_surface_facts(surface)->seen);
    put("{tools}", vocabulary_help(*find_vocabulary("action"), Toolset::from_switches(tools),
                                   find_surface_facts(surface)->help));
    return text;
  }

  void ask(const Now& now, const std::string& png) {
    const std::vector<Message> messages = objective_messages(steps, now, {});
    const std::string body = chat_request_body(
        {}, messages, "", [&](const PictureRef&) { return std::string_view(png); });
    const Result<ModelCall> call = read_model_call(kChatApi, body);
    ASSERT_TRUE(call.ok()) << call.error().message;
    const auto reader = kChatApi.reader(200, "application/json");
    reader->feed(whole_body(answer(call.value(), {"chatcmpl-1", 7, kModelName})));
    reply = reply_of(reader->finish(ReplyReader::End::whole));
  }

  Result<CaptureReply, ChildFailure> capture(const CaptureRequest& request) {
    CaptureReply seen;
    seen.screen = {0, 0, picture.width, picture.height};
    seen.applied.assign(request.actions.size(), !loses_clicks);
    for (const Call& call : request.actions)
      if (call.tool == ToolId::type && after_typing) picture = *after_typing;
    if (request.picture) seen.screenshot_b64 = base64_encode(png_of(picture));
    return seen;
  }

  std::optional<Seen> seen_;
  std::size_t malformed_in_a_row_ = 0, noops_in_a_row_ = 0;
};
}  // namespace franz::demo_vlm
