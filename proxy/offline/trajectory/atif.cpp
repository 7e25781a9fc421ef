#include <algorithm>
#include <set>
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/tools/call_json.h"
#include "common/wire/message_fields.h"
#include "proxy/offline/trajectory/trajectory.h"

namespace franz::proxy {
static constexpr const char* kAtifVersion = "ATIF-v1.7";

static std::string text_part(const std::string& text) {
  return JsonObject().text("type", "text").text("text", text).finish();
}

static std::string image_part(const TrajectoryPicture& picture) {
  JsonObject object;
  object.text("type", "image").open("source");
  return object.text("media_type", "image/png").text("path", picture.file).close().finish();
}

static std::string parts_json(const std::string& text, const TrajectoryPicture& picture) {
  std::vector<std::string> parts{text_part(text)};
  if (!picture.file.empty()) parts.push_back(image_part(picture));
  return json_array(parts);
}

static std::string user_step(const Trajectory& trajectory) {
  JsonObject object;
  object.number("step_id", 1LL).text("source", "user");
  object.raw("message", parts_json(trajectory.objective, trajectory.steps.front().before));
  return object.text("timestamp", trajectory.steps.front().time).finish();
}

static std::string call_id(const TrajectoryStep& step, std::size_t index) {
  const std::optional<std::string>& given = step.actions[index].id;
  // A server's ids may repeat within a run and may be empty.
  if (given && !given->empty() && std::ranges::count_if(step.actions, [&](const ActionItem& item) {
                                    return item.id == given;
                                  }) == 1)
    return *given;
  return "call_" + std::to_string(step.turn) + "_" + std::to_string(index + 1);
}

// Whether the action is an imported run's call of a tool that FRANZ does not know.
static bool is_foreign_call(const std::string& agent, const TrajectoryStep& step,
                            std::size_t index) {
  const ActionItem& item = step.actions[index];
  return agent != kOwnAgent && !item.call && item.outcome != Outcome::malformed &&
         index < step.calls.size() && step.calls[index].arguments.starts_with('{');
}

static void add_calls(JsonObject& object, const std::string& agent, const TrajectoryStep& step) {
  std::vector<std::string> calls, outcomes, failures;
  for (std::size_t i = 0; i < step.actions.size(); ++i) {
    const ActionItem& item = step.actions[i];
    const bool is_foreign = is_foreign_call(agent, step, i);
    if (!item.call && !is_foreign) {
      failures.push_back(item.written);
      continue;
    }
    JsonObject call;
    call.text("tool_call_id", call_id(step, i));
    if (is_foreign) {
      call.raw("function_name", step.calls[i].name).raw("arguments", step.calls[i].arguments);
    } else {
      call.text("function_name", tool_name(*item.call));
      call.raw("arguments", arguments_json(*item.call));
    }
    calls.push_back(call.finish());
    outcomes.push_back(JsonObject()
                           .text("tool_call_id", call_id(step, i))
                           .text("outcome", outcome_name(item.outcome))
                           .text("why", item.why)
                           .finish());
  }
  if (!calls.empty()) object.raw("tool_calls", json_array(calls));
  const bool has_result = !step.feedback.empty() || !step.after.file.empty();
  if (has_result) {
    const std::string result =
        JsonObject().raw("content", parts_json(step.feedback, step.after)).finish();
    object.open("observation").raw("results", "[" + result + "]").close();
  }
  object.open("extra").number("turn", static_cast<long long>(step.turn));
  object.text("verdict", step.verdict);
  if (!outcomes.empty()) object.raw("outcomes", json_array(outcomes));
  if (!failures.empty()) object.raw("malformed_calls", json_text_array(failures));
  object.close();
}

static void add_metrics(JsonObject& object, const TrajectoryStep& step) {
  if (!step.usage) return;
  object.open("metrics");
  object.number("prompt_tokens", step.usage->prompt_tokens);
  object.number("completion_tokens", step.usage->completion_tokens);
  if (step.usage->cached_tokens) object.number("cached_tokens", *step.usage->cached_tokens);
  if (step.model_ms) object.open("extra").number("model_ms", *step.model_ms).close();
  object.close();
}

static std::string agent_step(const std::string& agent, const TrajectoryStep& step, long long id) {
  JsonObject object;
  object.number("step_id", id).text("source", "agent").text("message", step.reply);
  if (!step.time.empty()) object.text("timestamp", step.time);
  if (!step.model.empty()) object.text("model_name", step.model);
  if (!step.reasoning.empty()) object.text("reasoning_content", step.reasoning);
  add_metrics(object, step);
  add_calls(object, agent, step);
  return object.finish();
}

static void add_totals(JsonObject& object, const Trajectory& trajectory) {
  long long prompt = 0, completion = 0, cached = 0;
  for (const TrajectoryStep& step : trajectory.steps) {
    if (!step.usage) continue;
    prompt += step.usage->prompt_tokens;
    completion += step.usage->completion_tokens;
    cached += step.usage->cached_tokens.value_or(0);
  }
  object.open("final_metrics").number("total_prompt_tokens", prompt);
  object.number("total_completion_tokens", completion).number("total_cached_tokens", cached);
  object.number("total_steps", static_cast<long long>(trajectory.steps.size()) + 1).close();
}

std::string to_atif(const Trajectory& trajectory) {
  std::vector<std::string> steps{user_step(trajectory)};
  for (const TrajectoryStep& step : trajectory.steps)
    steps.push_back(agent_step(trajectory.agent, step, static_cast<long long>(steps.size()) + 1));
  JsonObject object;
  object.text("schema_version", kAtifVersion).text("session_id", trajectory.run);
  object.open("agent").text("name", trajectory.agent).text("version", trajectory.version);
  if (!trajectory.steps.front().model.empty())
    object.text("model_name", trajectory.steps.front().model);
  object.open("extra").text("profile", trajectory.profile).close().close();
  object.raw("steps", json_array(steps));
  add_totals(object, trajectory);
  object.open("extra").text("run", trajectory.name);
  if (trajectory.finish)
    object.open("finished")
        .text("reason", finish_reason_name(trajectory.finish->reason))
        .text("text", trajectory.finish->text)
        .close();
  if (trajectory.success) object.boolean("success", *trajectory.success);
  if (trajectory.partial) object.number("partial", *trajectory.partial);
  return object.close().finish() + "\n";
}

// ---- The checker

namespace {
using Members = std::set<std::string>;

class AtifCheck {
 public:
  AtifCheck(MessageFields& fields, const std::vector<std::string>& pictures)
      : fields_(fields), pictures_(pictures.begin(), pictures.end()) {}

  std::vector<std::string> perform() {
    only("", {"schema_version", "session_id", "trajectory_id", "agent", "steps", "notes",
              "final_metrics", "continued_trajectory_ref", "subagent_trajectories", "extra"});
    const std::string version = text("/schema_version");
    if (!version.starts_with("ATIF-v1.")) wrong("/schema_version", "ATIF-v1.0 to ATIF-v1.8");
    if (!fields_.is_object("/agent")) wrong("/agent", "an object");
    only("/agent", {"name", "version", "model_name", "tool_definitions", "extra"});
    text("/agent/name");
    text("/agent/version");
    if (!fields_.is_list("/steps") || fields_.size("/steps") == 0)
      wrong("/steps", "a list that is not empty");
    for (std::size_t i = 0; i < fields_.size("/steps"); ++i)
      check_step("/steps/" + std::to_string(i), i + 1);
    only("/final_metrics", {"total_prompt_tokens", "total_completion_tokens", "total_cached_tokens",
                            "total_cost_usd", "total_steps", "extra"});
    counts("/final_metrics", {"total_prompt_tokens", "total_completion_tokens",
                              "total_cached_tokens", "total_steps"});
    return std::move(problems_);
  }

 private:
  void wrong(const std::string& pointer, const std::string& expected) {
    problems_.push_back((pointer.empty() ? "/" : pointer) + ": expected " + expected);
  }
  void only(const std::string& pointer, const Members& members) {
    for (const std::string& key : fields_.keys(pointer))
      if (!members.contains(key)) wrong(pointer + "/" + pointer_segment(key), "no such member");
  }
  std::string text(const std::string& pointer) {
    if (!fields_.is_text(pointer)) {
      wrong(pointer, "a text");
      return "";
    }
    return fields_.text(pointer, "");
  }
  void counts(const std::string& pointer, const std::vector<std::string>& names) {
    for (const std::string& name : names) {
      const std::string at = pointer + "/" + name;
      if (!fields_.has(at)) continue;
      if (fields_.raw(at).find_first_not_of("0123456789") != std::string::npos)
        wrong(at, "a whole number");
    }
  }

  void check_step(const std::string& at, std::size_t number) {
    only(at,
         {"step_id", "source", "message", "timestamp", "model_name", "reasoning_effort",
          "reasoning_content", "tool_calls", "metrics", "llm_call_count", "observation", "extra"});
    if (fields_.raw(at + "/step_id") != std::to_string(number))
      wrong(at + "/step_id", std::to_string(number));
    const std::string source = text(at + "/source");
    if (!Members{"system", "user", "agent"}.contains(source))
      wrong(at + "/source", "system, user or agent");
    if (source != "agent")
      for (const char* const name : {"model_name", "reasoning_effort", "reasoning_content",
                                     "tool_calls", "metrics", "llm_call_count"})
        if (fields_.has(at + "/" + name)) wrong(at + "/" + name, "only in a step of the agent");
    if (source == "user" && fields_.has(at + "/observation"))
      wrong(at + "/observation", "only in a step of agent or system");
    if (fields_.raw(at + "/llm_call_count") == "0" && fields_.has(at + "/metrics"))
      wrong(at + "/metrics", "none without a call of the model");
    if (fields_.has(at + "/timestamp") && !is_time(text(at + "/timestamp")))
      wrong(at + "/timestamp", "a time as ISO 8601 writes it");
    check_content(at + "/message");
    check_metrics(at + "/metrics");
    check_calls(at);
  }

  // 2026-11-29T12:00:00 and what may follow it.
  static bool is_time(const std::string& text) {
    constexpr std::string_view kForm = "0000-00-00T00:00:00";
    if (text.size() < kForm.size()) return false;
    for (std::size_t i = 0; i < kForm.size(); ++i) {
      const bool is_digit = text[i] >= '0' && text[i] <= '9';
      if (kForm[i] == '0' ? !is_digit : text[i] != kForm[i]) return false;
    }
    return true;
  }

  void check_content(const std::string& at) {
    if (fields_.is_text(at)) return;
    if (!fields_.is_list(at)) return wrong(at, "a text or a list of parts");
    for (std::size_t i = 0; i < fields_.size(at); ++i) check_part(at + "/" + std::to_string(i));
  }

  void check_part(const std::string& at) {
    const std::string type = text(at + "/type");
    if (type == "text") {
      only(at, {"type", "text"});
      text(at + "/text");
      return;
    }
    if (type != "image") return wrong(at + "/type", "text or image");
    only(at, {"type", "source"});
    only(at + "/source", {"media_type", "path"});
    if (!Members{"image/png", "image/jpeg", "image/gif", "image/webp"}.contains(
            text(at + "/source/media_type")))
      wrong(at + "/source/media_type", "an image's type");
    const std::string path = text(at + "/source/path");
    if (path.starts_with("/") || path.find("..") != std::string::npos)
      wrong(at + "/source/path", "a relative path without ..");
    if (!pictures_.contains(path)) wrong(at + "/source/path", "a file beside the trajectory");
  }

  void check_metrics(const std::string& at) {
    only(at, {"prompt_tokens", "completion_tokens", "cached_tokens", "cost_usd", "prompt_token_ids",
              "completion_token_ids", "logprobs", "extra"});
    counts(at, {"prompt_tokens", "completion_tokens", "cached_tokens"});
  }

  void check_calls(const std::string& step) {
    const std::string calls = step + "/tool_calls", results = step + "/observation/results";
    Members ids;
    for (std::size_t i = 0; i < fields_.size(calls); ++i) {
      const std::string at = calls + "/" + std::to_string(i);
      only(at, {"tool_call_id", "function_name", "arguments"});
      if (!ids.insert(text(at + "/tool_call_id")).second)
        wrong(at + "/tool_call_id", "another id than an earlier call");
      text(at + "/function_name");
      if (!fields_.is_object(at + "/arguments")) wrong(at + "/arguments", "an object");
    }
    if (fields_.has(step + "/observation") && !fields_.is_list(results)) wrong(results, "a list");
    for (std::size_t i = 0; i < fields_.size(results); ++i) {
      const std::string at = results + "/" + std::to_string(i);
      only(at, {"source_call_id", "content", "subagent_trajectory_ref"});
      if (fields_.has(at + "/content")) check_content(at + "/content");
      if (fields_.has(at + "/source_call_id") && !ids.contains(text(at + "/source_call_id")))
        wrong(at + "/source_call_id", "the id of a call of this step");
    }
  }

  MessageFields& fields_;
  const Members pictures_;
  std::vector<std::string> problems_;
};
}  // namespace

std::vector<std::string> atif_problems(std::string_view json,
                                       const std::vector<std::string>& pictures) {
  Result<MessageFields> fields = MessageFields::parse(json);
  if (!fields.ok()) return {fields.error().message};
  return AtifCheck(fields.value(), pictures).perform();
}
}  // namespace franz::proxy
