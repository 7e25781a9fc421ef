#include "executor/mcp/window_tools.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>
#include "common/base/base64.h"
#include "common/base/json.h"
#include "common/base/json_in_text.h"
#include "common/base/json_string.h"
#include "common/base/printable.h"
#include "common/base/sha256.h"
#include "common/base/utf8.h"
#include "common/desktop/window_choice.h"
#include "common/tools/surface_facts.h"
#include "common/wire/message_fields.h"
#include "common/wire/warning_codes.h"
#include "executor/mcp/offered_windows.h"
#include "executor/mcp/sent_picture.h"
#include "executor/mcp/tool_facts.h"

namespace franz::mcp {
namespace {
constexpr std::int64_t kHighestId = 9007199254740991;  // 2^53-1: the largest exact JSON integer
constexpr int kLookMayTake = 20'000, kActMayTake = 80'000;  // ms
// Waiting time before the picture after an action: a moment for the program to draw, and with
// `verify` until the window is still.
constexpr int kSettleMs = 100, kStillMs = 1000;
constexpr int kBetweenLooksMs = 200;
constexpr int kMaxLooks = 12;               // attempts at a picture: it changes or is too large
constexpr std::size_t kMaxAsked = 2000;     // bytes of an action in a question
constexpr std::size_t kMaxValueShown = 60;  // bytes of a wrong value that a refusal quotes

const Word& word_of(const ToolCall& call) {
  return *find_word(tool_words(), call.name, Toolset::all());
}

// The arguments that the server itself reads. Numbers and booleans in strings, which some clients
// send, are converted, and an empty string for an optional argument is left out. The dialect reads
// the arguments too, and adds notes about these.
std::string own_arguments(const Word& word, const MessageFields& given) {
  constexpr std::array<std::string_view, 5> kOwn{"window_id", "verify", "strict", "timeout_s",
                                                 "format"};
  JsonObject own;
  for (const WordParameter& each : word.parameters) {
    const std::string at = "/" + std::string(each.name);
    if (std::ranges::find(kOwn, each.name) == kOwn.end() || !given.has(at)) continue;
    const std::string value = given.raw(at);
    if (value == kNoText && !each.required) continue;
    own.raw(each.name,
            given.is_text(at) ? json_in_text(decode_json_string(value)).value_or(value) : value);
  }
  return std::move(own).finish();
}

std::string refused_deed(std::uint64_t window, std::string_view outcome, const std::string& why) {
  JsonObject object;
  if (window != 0) object.number("window_id", static_cast<long long>(window));
  object.text("outcome", outcome).text("why", to_valid_utf8(why)).raw("notes", "[]");
  return std::move(object).finish();
}

std::string whys(const ExecutorReply& reply) {
  std::string text;
  const auto add = [&text](const std::string& why) {
    if (!why.empty()) text += (text.empty() ? "" : "; ") + why;
  };
  for (const Warning& warning : reply.warnings) add(warning.text);
  for (const std::string& each : reply.degraded) add(each);
  return to_valid_utf8(text);
}

// The member `notes`: those of the dialect's answer, and `more`.
std::string notes_of(const ExecutorReply& reply, std::span<const std::string> more) {
  std::string notes = "[]";
  if (!reply.answers.empty()) {
    const std::string answer = decode_json_string(reply.answers.front().text);
    const Result<MessageFields> fields = MessageFields::parse(answer);
    if (fields.ok() && fields.value().is_list("/notes")) notes = fields.value().raw("/notes");
  }
  if (more.empty()) return notes;
  const std::string others = json_text_array(more);
  if (notes == "[]") return others;
  notes.pop_back();
  return notes + "," + others.substr(1);
}

std::string seconds_text(double wait_ms) {
  return std::to_string(static_cast<int>(std::ceil(wait_ms / 1000))) + " s";
}

// The question to the person, without hiding anything.
std::string question(const ListedWindow& window, const ActionPlan& plan) {
  std::string text = "May this be done in the window " + shown(window) + "?";
  for (const PlannedItem& item : plan.items) {
    if (!item.risk) continue;
    const std::string call = call_for_person(item);
    text += "\n\n" + with_hidden_shown(cut_text(call, kMaxAsked));
    if (call.size() > kMaxAsked) text += " (" + std::to_string(call.size()) + " bytes in all)";
    if (item.model_call)
      text += "\nThe numbers in the brackets are pixels of the last picture of the window.";
    text += "\nIt needs your consent by the rule: " + with_hidden_shown(*item.risk);
  }
  return text;
}
}  // namespace

WindowTools::WindowTools(ToolLimits limits, ToolPorts ports)
    : limits_(std::move(limits)), ports_(std::move(ports)), rate_(limits_.actions_a_minute) {}

ToolAnswer WindowTools::call(const ToolCall& call) {
  const double began = ports_.steady_ms();
  ActiveCall active;
  active.record.turn = ++turn_;
  active.record.call = call;
  ToolAnswer answer;
  const ToolKind kind = find_tool_facts(call.name)->kind;
  switch (kind) {
    case ToolKind::list: answer = list(); break;
    case ToolKind::picture: answer = picture(active); break;
    case ToolKind::watch: answer = watch(active); break;
    case ToolKind::act: answer = act(active); break;
  }
  if (active.timed_out && answer.failed)
    answer.json = with_first_member("code", quote_json(kTimedOut), answer.json);
  active.record.answer = answer.json;
  active.record.turn_ms = ports_.steady_ms() - began;
  ports_.record(active.record);
  return answer;
}

static ToolAnswer no_result(std::uint64_t window, const std::string& why) {
  JsonObject object;
  if (window != 0) object.number("window_id", static_cast<long long>(window));
  object.text("why", to_valid_utf8(why));
  return {.json = std::move(object).finish(), .failed = true, .fits_schema = false};
}

static ToolAnswer undone(std::uint64_t window, std::string_view outcome, const std::string& why) {
  return {.json = refused_deed(window, outcome, why), .failed = true, .fits_schema = window != 0};
}

ToolAnswer WindowTools::list() {
  const Result<std::vector<ListedWindow>> windows = ports_.windows();
  if (!windows.ok())
    return no_result(0, "the windows could not be listed: " + windows.error().message);
  const std::vector<ListedWindow> offered =
      offered_windows(windows.value(), limits_.allowed_windows);
  std::vector<std::string> notes;
  if (offered.empty()) {
    notes.push_back(why_none_is_offered(windows.value(), limits_.allowed_windows));
    if (const std::string end = ports_.program_end(); !end.empty()) notes.push_back(end);
  }
  if (lacks_places(offered)) notes.push_back(note_of_whole_screen(offered));
  return {windows_json(offered, notes)};
}

WindowTools::Refusal WindowTools::read_bounds(ActiveCall& active) const {
  const Word& word = word_of(active.record.call);
  const std::string arguments = object_in(active.record.call.arguments).value_or("");
  const Result<MessageFields> given = MessageFields::parse(arguments);
  if (!given.ok()) return "arguments: " + given.error().message;
  const std::string own = own_arguments(word, given.value());
  Result<MessageFields> parsed = MessageFields::parse(own);
  if (!parsed.ok()) return "arguments: " + parsed.error().message;
  MessageFields& fields = parsed.value();
  Bounds& bounds = active.bounds;
  for (const WordParameter& each : word.parameters) {
    const std::string at = "/" + std::string(each.name);
    if (each.name == "window_id")
      bounds.window = static_cast<std::uint64_t>(fields.integer(at, 1, kHighestId));
    if (each.name == "verify") bounds.verify = fields.boolean(at, false);
    if (each.name == "strict") bounds.strict = fields.boolean(at, false);
    if (each.name == "format" && fields.has(at))
      bounds.jpeg = fields.choice(at, {each.choices.begin(), each.choices.end()}) == "jpeg";
    if (each.name == "timeout_s")
      bounds.timeout_s = fields.number(at, each.min, each.max, each.fallback);
    if (fields.failure().empty()) continue;
    bounds.window = 0;
    return "arguments: " + fields.failure() + ", got " +
           (given.value().has(at) ? cut_text(given.value().raw(at), kMaxValueShown) : "nothing");
  }
  return std::nullopt;
}

WindowTools::Refusal WindowTools::find_window(ActiveCall& active) {
  if (Refusal why = read_bounds(active)) return why;
  const Result<std::vector<ListedWindow>> windows = ports_.windows();
  if (!windows.ok()) return "the windows could not be listed: " + windows.error().message;
  std::erase_if(seen_, [&](const auto& each) {
    return std::ranges::find(windows.value(), each.first, &ListedWindow::id) ==
           windows.value().end();
  });
  const std::vector<ListedWindow> offered =
      offered_windows(windows.value(), limits_.allowed_windows);
  const auto found = std::ranges::find(offered, active.bounds.window, &ListedWindow::id);
  if (found == offered.end())
    return "there is no such window, or it may not be used: call list_windows for those that may";
  active.window = *found;
  active.on_whole_screen = lacks_places(offered);
  if (active.on_whole_screen)
    if (Refusal why = refusal_without_places(
            *found, word_of(active.record.call).tool == ToolId::focus_window))
      return why;
  active.dialogs = notes_of_dialogs(offered, active.window.id);
  return std::nullopt;
}

ExecutorRequest WindowTools::request_of(const ActiveCall& active, Size picture) const {
  const ToolCall& call = active.record.call;
  ExecutorRequest request;
  request.reply = Reply{"\"\"", {{quote_json(call.id), quote_json(call.name), call.arguments}}};
  request.dialect = tool_words().name;
  for (const Tool& tool : all_tools())
    if (limits_.tools.has(tool.id)) request.tools.emplace_back(tool.name, true);
  request.desktop = limits_.desktop;
  request.desktop.strict = active.bounds.strict;
  request.desktop.only_windows = limits_.allowed_windows;
  request.desktop.settle_ms = kSettleMs;
  request.desktop.still_ms = active.bounds.verify ? kStillMs : 0;
  PictureOptions& options = request.options;
  options.turn = active.record.turn;
  options.surface = active.on_whole_screen ? kProgramSurface : kWindowSurface;
  options.picture = picture;
  options.marks = {true, false, true};
  options.run_dir = limits_.run_dir;
  options.time = ports_.utc();
  options.coordinates = {Coordinates::Kind::pixels, 1000, 0};
  options.display = request.desktop.display = ports_.display();
  options.monitor = limits_.desktop.monitor;
  if (!is_whole_screen(active.window)) options.window = window_target(active.window);
  if (const auto seen = seen_.find(active.window.id); seen != seen_.end())
    options.seen = seen->second;
  return request;
}

Result<ExecutorReply, ChildFailure> WindowTools::execute(ActiveCall& active,
                                                         const ExecutorRequest& request,
                                                         int deadline_ms) {
  const double began = ports_.steady_ms();
  CallRecord& record = active.record;
  record.executor_in = to_json_without_reply(request);
  record.executor_out = "null";
  record.degraded.clear();
  Result<ExecutorReply, ChildFailure> reply = ports_.execute(request, deadline_ms);
  record.executor_ms += ports_.steady_ms() - began;
  if (!reply.ok()) {
    record.degraded.push_back("executor: " + reply.error().log);
    record.png_base64.clear();
    active.timed_out = reply.error().kind == ChildFailure::Kind::no_answer;
    return reply;
  }
  record.executor_out = to_json_without_screenshot(reply.value());
  record.degraded = reply.value().degraded;
  record.png_base64 = reply.value().screenshot_b64;
  if (reply.value().takeover) ports_.took_over();
  return reply;
}

Result<ExecutorReply> WindowTools::look(ActiveCall& active, Size picture) {
  ExecutorRequest request = request_of(active, picture);
  request.options.marks = {false, false, false};
  request.desktop.settle_ms = 0;
  Result<ExecutorReply, ChildFailure> reply = execute(active, request, kLookMayTake);
  if (!reply.ok()) return Error{"the executor " + describe(reply.error())};
  if (!reply.value().items.empty() && reply.value().items.front().outcome == Outcome::malformed)
    return Error{reply.value().items.front().why};
  if (reply.value().screenshot_b64.empty()) {
    const std::string why = whys(reply.value());
    return Error{why.empty() ? "there is no picture of the window" : why};
  }
  return std::move(reply).value();
}

ToolAnswer WindowTools::picture(ActiveCall& active) {
  if (const Refusal why = find_window(active)) return no_result(active.bounds.window, *why);
  const std::uint64_t id = active.window.id;
  Size window{active.window.area.width, active.window.area.height};
  int side = kMaxSide;
  for (int i = 0; i < kMaxLooks; ++i) {
    const Size size = picture_size(window, side);
    const Result<ExecutorReply> looked = look(active, size);
    if (!looked.ok()) return no_result(id, looked.error().message);
    const ExecutorReply& reply = looked.value();
    const Size shown_size{reply.screen.width, reply.screen.height};
    // The window changed since it was listed, and the picture's shape with it.
    if (shown_size != window) {
      window = shown_size;
      continue;
    }
    ToolAnswer answer{"", reply.screenshot_b64};
    if (active.bounds.jpeg || answer.picture_base64.size() > kMaxSentPicture) {
      if (std::optional<std::string> jpeg = as_jpeg(answer.picture_base64)) {
        answer.picture_base64 = *std::move(jpeg);
        answer.picture_is_jpeg = true;
      }
    }
    if (answer.picture_base64.size() > kMaxSentPicture) {
      side = smaller_side(size, answer.picture_base64.size());
      if (side == 0) break;
      continue;
    }
    std::vector<std::string> notes = active.dialogs;
    if (answer.picture_is_jpeg && !active.bounds.jpeg)
      notes.push_back("the picture is a JPEG, for as a PNG it has more than " +
                      std::to_string(kMaxSentPicture) + " bytes");
    seen_[id] = Seen{reply.screen, size, reply.tiles};
    JsonObject object;
    object.number("window_id", static_cast<long long>(id)).raw("bounds", bounds_json(reply.screen));
    object.number("image_width", static_cast<long long>(size.width));
    object.number("image_height", static_cast<long long>(size.height));
    object.number("scale", static_cast<double>(size.width) / window.width);
    object.raw("notes", notes_of(reply, notes));
    answer.json = std::move(object).finish();
    return answer;
  }
  return no_result(id,
                   "the window changed its size again and again, or no picture of it is under " +
                       std::to_string(kMaxSentPicture) + " bytes");
}

ToolAnswer WindowTools::watch(ActiveCall& active) {
  if (const Refusal why = find_window(active)) return no_result(active.bounds.window, *why);
  const std::uint64_t id = active.window.id;
  const double timeout_ms = active.bounds.timeout_s * 1000, began = ports_.steady_ms();
  const Size size = picture_size({active.window.area.width, active.window.area.height});
  std::string first, notes;
  bool changed = false;
  double waited = 0;
  while (true) {
    const Result<ExecutorReply> looked = look(active, size);
    if (!looked.ok()) return no_result(id, looked.error().message);
    const ExecutorReply& reply = looked.value();
    const std::string state = reply.plain_sha256 + to_json(reply.screen);
    waited = ports_.steady_ms() - began;
    notes = notes_of(reply, {});
    if (first.empty()) first = state;
    changed = state != first;
    if (changed || waited >= timeout_ms) break;
    ports_.progress(waited / 1000, active.bounds.timeout_s, "nothing has changed yet");
    const int rest = static_cast<int>(std::ceil(timeout_ms - waited));
    if (!ports_.pause(std::min(kBetweenLooksMs, rest))) return no_result(id, "cancelled");
  }
  JsonObject object;
  object.number("window_id", static_cast<long long>(id)).boolean("changed", changed);
  object.number("waited_s", std::round(waited) / 1000).raw("notes", notes);
  return {std::move(object).finish()};
}

WindowTools::Refusal WindowTools::may_act(const ActiveCall& active) {
  if (std::string why = ports_.halted(); !why.empty()) return why;
  if (has_places(word_of(active.record.call)) && !seen_.contains(active.window.id))
    return "no picture of this window was taken yet: call take_window_screenshot, for places are "
           "pixels of it";
  if (const auto wait_ms = rate_.take(ports_.steady_ms()))
    return "more than " + std::to_string(limits_.actions_a_minute) +
           " actions in a minute: try again in " + seconds_text(*wait_ms);
  return std::nullopt;
}

WindowTools::Refusal WindowTools::agree(ActiveCall& active, ExecutorRequest& request) {
  if (!may_need_consent(request)) return std::nullopt;
  const Result<ExecutorReply, ChildFailure> planned =
      execute(active, plan_request(request), kActMayTake);
  if (!planned.ok()) return "it could not be planned: the executor " + describe(planned.error());
  const auto needs_consent = [](const ActionItem& item) { return item.risk.has_value(); };
  if (std::ranges::none_of(planned.value().items, needs_consent)) return std::nullopt;
  Approval approval;
  std::optional<std::string> picture_sha256;
  const Result<std::string> png = base64_decode(planned.value().screenshot_b64);
  if (png.ok() && !png.value().empty()) picture_sha256 = sha256_hex(png.value());
  approval.plan = action_plan(active.record.turn, planned.value(), std::move(picture_sha256));
  approval.plan_sha256 = plan_digest(approval.plan);
  active.record.plan_png_base64 = planned.value().screenshot_b64;
  active.record.png_base64.clear();
  ports_.progress(0, 1, "waits for the person's consent");
  const Asked asked = ports_.ask(question(active.window, approval.plan));
  approval.time = ports_.utc();
  switch (asked) {
    case Asked::cannot_ask:
      return "it needs the person's consent, and this client has no way to ask for it (it does not "
             "declare elicitation): the person may start mcp_server with --approve never";
    case Asked::given_up: return "it was given up before the person had answered";
    case Asked::accepted:
      approval.decision = Decision::approved;
      approval.items = items_to_approve(approval.plan);
      break;
    case Asked::declined: approval.decision = Decision::refused; break;
    case Asked::no_answer:
      approval.decision = Decision::expired;
      active.timed_out = true;
      request.consent.refusal = "the person did not answer in time";
      break;
  }
  add_decision(request.consent, approval);
  active.record.approval = std::move(approval);
  return std::nullopt;
}

ToolAnswer WindowTools::act(ActiveCall& active) {
  if (Refusal why = find_window(active)) {
    // The person may have stopped input by ending the connection to the screen.
    if (const std::string halted = ports_.halted(); !halted.empty()) why = halted;
    return undone(active.bounds.window, "refused", *why);
  }
  const std::uint64_t id = active.window.id;
  if (const Refusal why = may_act(active)) return undone(id, "refused", *why);
  const auto seen = seen_.find(id);
  const Size picture = seen == seen_.end()
                           ? picture_size({active.window.area.width, active.window.area.height})
                           : seen->second.image;
  ExecutorRequest request = request_of(active, picture);
  request.consent = limits_.consent;
  if (const Refusal why = agree(active, request)) return undone(id, "refused", *why);
  if (const std::string why = ports_.halted(); !why.empty()) return undone(id, "refused", why);
  const Result<ExecutorReply, ChildFailure> reply = execute(active, request, kActMayTake);
  if (!reply.ok())
    return undone(id, "partial",
                  "the executor " + describe(reply.error()) +
                      "; it may be done in part, take a picture to see");
  if (reply.value().answers.empty()) return undone(id, "refused", reply.value().feedback);
  // The dialect's answer, with the window put first.
  const std::string answer = decode_json_string(reply.value().answers.front().text);
  const bool done =
      !reply.value().items.empty() && reply.value().items.front().outcome == Outcome::done;
  return {.json = with_first_member("window_id", std::to_string(id), answer), .failed = !done};
}
}  // namespace franz::mcp
