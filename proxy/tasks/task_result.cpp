#include "proxy/tasks/task_result.h"
#include <array>
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/base/names_of.h"
#include "common/base/sha256.h"
#include "common/wire/message_fields.h"

namespace franz::proxy {
static constexpr std::array<std::string_view, 3> kOutcomes = {"measured", "infrastructure",
                                                              "skipped"};
static constexpr std::array<std::string_view, 3> kResultKinds = {"stored", "missing", "refused"};

std::string_view trial_outcome_name(TrialOutcome outcome) {
  return kOutcomes[static_cast<std::size_t>(outcome)];
}

static std::string to_json(const CheckpointScore& score) {
  return JsonObject()
      .text("name", score.name)
      .number("weight", score.weight)
      .boolean("must_not", score.must_not)
      .boolean("reached", score.reached)
      .text("why", score.why)
      .finish();
}

static std::string to_json(const StoredResult& result) {
  return JsonObject()
      .text("getter", result.getter)
      .text("kind", kResultKinds[static_cast<std::size_t>(result.kind)])
      .text("sha256", result.sha256)
      .number("bytes", static_cast<long long>(result.bytes))
      .text("why", result.why)
      .finish();
}

template <typename Item>
static std::string list_json(const std::vector<Item>& items) {
  std::vector<std::string> texts;
  for (const Item& each : items) texts.push_back(to_json(each));
  return json_array(texts);
}

std::string to_json(const TaskResult& result) {
  return JsonObject()
      .text("protocol", kTaskResultProtocol)
      .text("task", result.task)
      .text("digest", result.digest)
      .text("outcome", trial_outcome_name(result.outcome))
      .text("why", result.why)
      .boolean("success", result.score.success)
      .number("partial", result.score.partial)
      .raw("checkpoints", list_json(result.score.checkpoints))
      .raw("results", list_json(result.results))
      .raw("files", list_json(result.files))
      .boolean("person", result.person)
      .finish();
}

static std::string read_digest(MessageFields& fields, const std::string& at) {
  std::string digest = fields.text(at);
  if (!is_sha256_hex(digest)) fields.fail(at, "64 hexadecimal digits");
  return digest;
}

template <typename Names>
static std::size_t read_name(MessageFields& fields, const std::string& at, const Names& names) {
  const std::string name = fields.choice(at, {names.begin(), names.end()});
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i] == name) return i;
  return 0;
}

static CheckpointScore read_checkpoint(MessageFields& fields, const std::string& at) {
  CheckpointScore score;
  score.name = fields.text(at + "/name");
  score.weight = fields.number(at + "/weight", 0, 1e6);
  score.must_not = fields.boolean(at + "/must_not");
  score.reached = fields.boolean(at + "/reached");
  score.why = fields.text(at + "/why");
  return score;
}

static StoredResult read_result(MessageFields& fields, const std::string& at) {
  StoredResult result;
  result.getter = fields.text(at + "/getter");
  result.kind = static_cast<GetterResult::Kind>(read_name(fields, at + "/kind", kResultKinds));
  if (result.kind == GetterResult::Kind::stored)
    result.sha256 = read_digest(fields, at + "/sha256");
  result.bytes = static_cast<std::uint64_t>(fields.integer(at + "/bytes", 0, kMaxGetterFile));
  result.why = fields.text(at + "/why");
  return result;
}

// Lists longer than a task can make are refused.
static std::size_t count_of(MessageFields& fields, const std::string& at, std::size_t most) {
  if (!fields.is_list(at) || fields.size(at) > most) {
    fields.fail(at, "a list of at most " + std::to_string(most) + " items");
    return 0;
  }
  return fields.size(at);
}

Result<TaskResult> parse_task_result(std::string_view json) {
  Result<MessageFields> parsed = MessageFields::parse(json);
  if (!parsed.ok()) return parsed.error();
  MessageFields& fields = parsed.value();
  constexpr std::size_t kMostFiles = 2000;
  TaskResult result;
  fields.protocol(kTaskResultProtocol);
  result.task = fields.text("/task");
  result.digest = read_digest(fields, "/digest");
  result.outcome = static_cast<TrialOutcome>(read_name(fields, "/outcome", kOutcomes));
  result.why = fields.text("/why");
  result.score.success = fields.boolean("/success");
  result.score.partial = fields.number("/partial", 0, 1);
  const auto item = [](const char* list, std::size_t i) {
    return list + ("/" + std::to_string(i));
  };
  for (std::size_t i = 0; i < count_of(fields, "/checkpoints", kMaxCheckpoints); ++i)
    result.score.checkpoints.push_back(read_checkpoint(fields, item("/checkpoints", i)));
  for (std::size_t i = 0; i < count_of(fields, "/results", kMaxGetters); ++i)
    result.results.push_back(read_result(fields, item("/results", i)));
  for (std::size_t i = 0; i < count_of(fields, "/files", kMostFiles); ++i)
    result.files.push_back(read_logged_file(fields, item("/files", i), kMaxTaskData));
  result.person = fields.boolean("/person");
  if (!fields.failure().empty()) return fields.error();
  return result;
}
}  // namespace franz::proxy
