#include "proxy/offline/trajectory/atif_reading.h"
#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>
#include <utility>
#include "common/base/ascii.h"
#include "common/base/count_text.h"
#include "common/base/data_uri.h"
#include "common/base/json_string.h"
#include "common/base/utf8.h"
#include "common/wire/executor_messages.h"
#include "common/wire/limits.h"
#include "proxy/offline/trajectory/trajectory.h"

namespace franz::proxy {
static constexpr std::size_t kMostRemarks = 100;

namespace {
struct Content {
  std::string text;
  std::vector<AtifPicture> pictures;
  std::vector<std::string> missing;  // why a picture is not among them
  bool is_newest_missing = false;    // the last picture is not among them
};

// What is seen before the next reply.
struct Seen {
  std::string feedback;
  std::vector<ActionItem> items;
  std::vector<AtifPicture> pictures;
  std::vector<std::string> missing;
  bool is_newest_missing = false;
  bool is_empty() const {
    return feedback.empty() && items.empty() && pictures.empty() && missing.empty();
  }
};

class AtifReader {
 public:
  explicit AtifReader(MessageFields fields) : fields_(std::move(fields)) {}

  Result<AtifRun> perform() {
    read_head();
    const std::size_t steps = fields_.size("/steps");
    if (!fields_.is_list("/steps")) fields_.fail("/steps", "a list");
    if (steps > kMaxAtifSteps)
      fields_.fail("/steps", "at most " + std::to_string(kMaxAtifSteps) + " steps");
    for (std::size_t i = 0; i < steps && fields_.failure().empty(); ++i)
      read_step("/steps/" + std::to_string(i));
    if (run_.turns.empty()) fields_.fail("/steps", "a step of the agent");
    read_rest();
    if (!fields_.failure().empty()) return fields_.error();
    end_run();
    return std::move(run_);
  }

 private:
  std::string text(const std::string& pointer, const std::optional<std::string>& fallback = {}) {
    std::string read = fields_.text(pointer, fallback);
    check_size(pointer, read.size());
    return read;
  }
  void check_size(const std::string& pointer, std::size_t bytes) {
    if (bytes > kMaxAtifText)
      fields_.fail(pointer, "at most " + std::to_string(kMaxAtifText) + " bytes of text");
  }
  void remark(std::string words) {
    words = cut_text(words, kMaxShownText);
    if (run_.remarks.size() == kMostRemarks) words = "there are more remarks like these";
    if (run_.remarks.size() <= kMostRemarks) run_.remarks.push_back(std::move(words));
  }

  void read_head() {
    run_.format = text("/schema_version");
    if (!run_.format.starts_with("ATIF-v1."))
      fields_.fail("/schema_version", "ATIF-v1.0 or a later ATIF-v1");
    if (!fields_.is_object("/agent")) fields_.fail("/agent", "an object");
    run_.agent = cut_text(text("/agent/name"), kMaxShownText);
    run_.agent_version = cut_text(text("/agent/version"), kMaxShownText);
    run_.model = cut_text(text("/agent/model_name", ""), kMaxShownText);
    is_own_ = run_.agent == kOwnAgent;
  }

  void read_step(const std::string& at) {
    if (!fields_.is_object(at)) return fields_.fail(at, "an object");
    fields_.integer(at + "/step_id", 0, INT64_MAX, 0);
    const std::string source = fields_.choice(at + "/source", {"system", "user", "agent"});
    if (source == "agent") {
      read_agent_step(at);
    } else {
      read_other_step(at, source);
    }
  }

  // What the user says before the first reply is the objective; everything else is seen before the
  // next reply.
  void read_other_step(const std::string& at, const std::string& source) {
    Content content = read_content(at + "/message");
    if (source == "user" && run_.turns.empty()) {
      run_.objective = joined(std::move(run_.objective), content.text, "\n\n");
      check_size(at + "/message", run_.objective.size());
      content.text.clear();
    } else if (!content.text.empty()) {
      content.text = "[" + source + "] " + content.text;
    }
    see(at + "/message", std::move(content));
    call_names_.clear();
    read_observation(at);
  }

  void read_agent_step(const std::string& at) {
    TurnRecord& record = begin_turn();
    record.time = read_time(at + "/timestamp");
    record.model = cut_text(text(at + "/model_name", run_.model), kMaxShownText);
    if (run_.model.empty()) run_.model = record.model;
    RecordedReply& reply = record.response.emplace();
    Content content = read_content(at + "/message");
    reply.text = fields_.is_text(at + "/message")
                     ? std::string(fields_.token(at + "/message", kMaxReply))
                     : quote_json(content.text);
    content.text.clear();
    see(at + "/message", std::move(content));
    if (fields_.has(at + "/reasoning_content"))
      reply.reasoning = quote_json(text(at + "/reasoning_content"));
    read_metrics(at + "/metrics", record);
    read_calls(at, record);
    read_observation(at);
  }

  // The turn that follows what was seen, without its reply.
  TurnRecord& begin_turn() {
    AtifTurn& turn = run_.turns.emplace_back();
    TurnRecord& record = turn.record;
    record.turn = static_cast<int>(run_.turns.size());
    record.attempt = 1;
    record.verdict = Verdict::unwitnessed;
    Seen seen = std::exchange(seen_, {});
    if (!seen.feedback.empty() || !seen.items.empty()) {
      ExecutorReply out;
      out.feedback = seen.feedback;
      out.items = std::move(seen.items);
      record.executor_out = to_json_without_screenshot(out);
      record.feedback = quote_json(seen.feedback);
    }
    if (seen.is_newest_missing) {
      // An older picture would be shown as what the model saw.
      if (const std::size_t older = seen.pictures.size(); older > 0)
        remark("turn " + std::to_string(record.turn) + ": the newest picture was not imported; " +
               count_text(older, "older one is", "older ones are") + " not shown");
      record.degraded = std::move(seen.missing);
    } else if (!seen.pictures.empty()) {
      if (const std::size_t more = seen.pictures.size() - 1; more > 0)
        remark("turn " + std::to_string(record.turn) +
               ": only the last picture is shown, without " +
               count_text(more, "earlier one", "earlier ones"));
      turn.picture = std::move(seen.pictures.back());
      for (const std::string& why : seen.missing)
        remark("turn " + std::to_string(record.turn) + ": " + why);
    }
    return record;
  }

  void see(const std::string& pointer, Content content) {
    seen_.feedback = joined(std::move(seen_.feedback), content.text, "\n");
    check_size(pointer, seen_.feedback.size());
    if (!content.pictures.empty() || !content.missing.empty())
      seen_.is_newest_missing = content.is_newest_missing;
    std::ranges::move(content.pictures, std::back_inserter(seen_.pictures));
    for (std::string& why : content.missing)
      if (std::ranges::find(seen_.missing, why) == seen_.missing.end())
        seen_.missing.push_back(std::move(why));
  }

  std::string read_time(const std::string& pointer) {
    const std::optional<std::string> given = fields_.optional_text(pointer);
    if (!given) return "";
    const std::optional<std::string> utc = utc_of_iso(*given);
    if (!utc) fields_.fail(pointer, "a time as ISO 8601 writes it");
    return utc.value_or("");
  }

  Content read_content(const std::string& at) {
    Content content;
    if (!fields_.is_list(at)) {
      if (!fields_.is_text(at)) fields_.fail(at, "a text or a list of parts");
      content.text = text(at, "");
      return content;
    }
    const std::size_t parts = fields_.size(at);
    if (parts > kMaxAtifParts)
      fields_.fail(at, "at most " + std::to_string(kMaxAtifParts) + " parts");
    for (std::size_t i = 0; i < parts && fields_.failure().empty(); ++i) {
      const std::string part = at + "/" + std::to_string(i);
      const std::string type = text(part + "/type");
      if (type == "text") {
        content.text = joined(std::move(content.text), text(part + "/text"), "\n");
        check_size(at, content.text.size());
      } else if (type == "image") {
        read_picture(part + "/source", content);
      } else {
        fields_.fail(part + "/type", "text or image");
      }
    }
    return content;
  }

  void read_picture(const std::string& source, Content& content) {
    const std::string at = source + "/path";
    const std::string address = fields_.text(at);
    const std::string type = text(source + "/media_type", "");
    const auto without = [&content](const std::string& why) {
      content.missing.push_back("picture not imported: " + why);
      content.is_newest_missing = true;
    };
    content.is_newest_missing = false;
    if (ascii_lower(address.substr(0, 5)) == "data:") {
      const auto base64 = picture_base64(address);
      if (!base64 || base64->empty()) return fields_.fail(at, "data:image/png;base64,…");
      if (const std::string other = undecoded_type(address, type); !other.empty())
        return without("it is " + other);
      content.pictures.push_back({at, "", std::string(*base64)});
      return;
    }
    if (has_scheme(address)) return without("remote address");
    const std::string path = path_inside(address);
    if (path.empty()) return fields_.fail(at, "a relative path without .., : and \\");
    if (const std::string other = undecoded_type(address, type); !other.empty())
      return without("it is " + other);
    content.pictures.push_back({at, path, ""});
  }

  void read_metrics(const std::string& at, TurnRecord& record) {
    if (!fields_.has(at)) return;
    if (!fields_.is_object(at)) return fields_.fail(at, "an object");
    const auto count = [&](const char* name) {
      // So that sums over all steps stay numbers.
      constexpr std::int64_t kMost = INT64_MAX / 4 / std::int64_t{kMaxAtifSteps};
      return fields_.integer(at + name, 0, kMost, 0);
    };
    TokenUsage usage;
    usage.prompt_tokens = count("/prompt_tokens");
    usage.completion_tokens = count("/completion_tokens");
    usage.total_tokens = usage.prompt_tokens + usage.completion_tokens;
    if (fields_.has(at + "/cached_tokens")) usage.cached_tokens = count("/cached_tokens");
    if (fields_.has(at + "/prompt_tokens") || fields_.has(at + "/completion_tokens"))
      record.response->usage = usage;
    if (is_own_ && fields_.has(at + "/extra/model_ms"))
      record.model_ms = fields_.number(at + "/extra/model_ms", 0, 1e12);
  }

  void read_calls(const std::string& step, TurnRecord& record) {
    const std::string list = step + "/tool_calls";
    if (fields_.has(list) && !fields_.is_list(list)) fields_.fail(list, "a list");
    const std::size_t calls = fields_.size(list);
    if (calls > kMaxCalls) fields_.fail(list, "at most " + std::to_string(kMaxCalls) + " calls");
    read_outcomes(step + "/extra/outcomes");
    call_names_.clear();
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < calls && fields_.failure().empty(); ++i) {
      const std::string at = list + "/" + std::to_string(i);
      const std::string id = text(at + "/tool_call_id", ""), name = text(at + "/function_name");
      const bool has_arguments = fields_.has(at + "/arguments");
      if (has_arguments && !fields_.is_object(at + "/arguments"))
        fields_.fail(at + "/arguments", "an object");
      const std::string arguments = has_arguments ? fields_.raw(at + "/arguments") : "{}";
      if (!id.empty()) call_names_.emplace(id, name);
      // A call that FRANZ read in the reply's text has an id of the export.
      const bool is_in_text =
          is_own_ && id.starts_with("call_" + std::to_string(own_turn(step, record)) + "_");
      ActionItem item = item_of(id, name, arguments);
      if (!id.empty() && !is_in_text) item.id = id;
      check_size(list, bytes += id.size() + name.size() + arguments.size() + item.why.size());
      if (!fields_.failure().empty()) return;
      seen_.items.push_back(std::move(item));
      if (!is_in_text)
        record.response->calls.push_back({quote_json(id), quote_json(name), arguments});
    }
    if (is_own_) read_malformed(step + "/extra/malformed_calls", bytes);
  }

  std::int64_t own_turn(const std::string& step, const TurnRecord& record) {
    return fields_.integer(step + "/extra/turn", 0, kMaxTurn, record.turn);
  }

  // The action of a call. Only FRANZ's own tools are known; how a call of another producer ended is
  // not said, so it counts as performed.
  ActionItem item_of(const std::string& id, const std::string& name, const std::string& arguments) {
    ActionItem item;
    if (is_own_) item.call = canonical_of(name, arguments);
    item.written = item.call ? *item.call : name + "(" + arguments + ")";
    if (const auto known = outcomes_.find(id); known != outcomes_.end())
      std::tie(item.outcome, item.why) = known->second;
    return item;
  }

  // What FRANZ wrote about the calls of a step.
  void read_outcomes(const std::string& list) {
    outcomes_.clear();
    const std::size_t count = is_own_ ? std::min(fields_.size(list), kMaxCalls) : 0;
    for (std::size_t i = 0; i < count; ++i) {
      const std::string at = list + "/" + std::to_string(i);
      const Outcome outcome = find_outcome(text(at + "/outcome", "")).value_or(Outcome::done);
      outcomes_.emplace(text(at + "/tool_call_id", ""), std::pair(outcome, text(at + "/why", "")));
    }
  }

  // `bytes`: of the step's calls so far.
  void read_malformed(const std::string& list, std::size_t bytes) {
    for (const std::string& written : fields_.texts(list, kMaxCalls)) {
      check_size(list, bytes += written.size());
      if (!fields_.failure().empty()) return;
      ActionItem item;
      item.written = written;
      item.outcome = Outcome::malformed;
      item.why = "not a call";
      seen_.items.push_back(std::move(item));
    }
  }

  void read_observation(const std::string& step) {
    const std::string observation = step + "/observation", list = observation + "/results";
    if (!fields_.has(observation)) return;
    if (!fields_.is_object(observation)) return fields_.fail(observation, "an object");
    if (fields_.has(list) && !fields_.is_list(list)) return fields_.fail(list, "a list");
    const std::size_t results = fields_.size(list);
    if (results > kMaxAtifParts)
      fields_.fail(list, "at most " + std::to_string(kMaxAtifParts) + " results");
    for (std::size_t i = 0; i < results && fields_.failure().empty(); ++i)
      read_result(list + "/" + std::to_string(i), results > 1);
  }

  void read_result(const std::string& at, bool is_one_of_many) {
    if (!fields_.is_object(at)) return fields_.fail(at, "an object");
    Content content;
    if (fields_.has(at + "/content")) content = read_content(at + "/content");
    const auto call = call_names_.find(text(at + "/source_call_id", ""));
    if (is_one_of_many && call != call_names_.end())
      content.text = "[" + call->second + "] " + content.text;
    const std::size_t agents = fields_.size(at + "/subagent_trajectory_ref");
    if (agents > 0)
      content.text =
          joined(std::move(content.text),
                 "[the work of " + count_text(agents, "subagent") + ", not shown]", "\n");
    see(at, std::move(content));
  }

  void read_rest() {
    if (const std::string notes = text("/notes", ""); !notes.empty()) remark("notes: " + notes);
    if (const std::string totals = totals_of(fields_); !totals.empty())
      remark("the trajectory's totals: " + totals);
    if (const std::size_t agents = fields_.size("/subagent_trajectories"); agents > 0)
      remark(count_text(agents, "trajectory of a subagent is", "trajectories of subagents are") +
             " in the file and not shown");
    if (const std::string next = text("/continued_trajectory_ref", ""); !next.empty())
      remark("the trajectory continues in " + next);
    if (!is_own_ || !fields_.has("/extra/finished")) return;
    const auto reason = find_finish_reason(text("/extra/finished/reason", ""));
    if (reason) run_.finish = Finish{*reason, text("/extra/finished/text", "")};
  }

  // The last reply's actions, and what was seen after them, are a turn without a reply.
  void end_run() {
    if (seen_.is_empty()) return;
    std::string time = run_.turns.back().record.time;
    begin_turn().time = std::move(time);  // when this was seen is not in the file
  }

  MessageFields fields_;
  AtifRun run_;
  Seen seen_;
  // Of the current step, by the calls' ids.
  std::map<std::string, std::string> call_names_;
  std::map<std::string, std::pair<Outcome, std::string>> outcomes_;
  bool is_own_ = false;  // FRANZ exported it
};
}  // namespace

Result<AtifRun> read_atif(std::string text) {
  Result<MessageFields> fields = MessageFields::parse(std::move(text));
  if (!fields.ok()) return fields.error();
  return AtifReader(std::move(fields).value()).perform();
}
}  // namespace franz::proxy
