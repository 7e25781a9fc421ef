#include "tests/process/run_log_reader.h"
#include <gtest/gtest.h>
#include <algorithm>
#include "common/os/files.h"
#include "common/run/run_files.h"
#include "common/wire/message_fields.h"

namespace franz {
static LoadedLog loaded(const std::string& folder) {
  Result<LoadedLog> log = load_log(folder);
  EXPECT_TRUE(log.ok()) << log.error().message;
  return log.ok() ? std::move(log).value() : LoadedLog{};
}

RunStory story_of(const std::string& folder) { return loaded(folder).story; }
RunFacts facts_of(const std::string& folder) { return story_of(folder).facts(); }

static SettingsInForce in_force(const std::string& folder) {
  const Result<RunDir> dir = RunDir::open(folder);
  EXPECT_TRUE(dir.ok()) << folder;
  if (!dir.ok()) return {};
  Result<SettingsInForce> settings = settings_of(dir.value(), facts_of(folder).in_force);
  EXPECT_TRUE(settings.ok()) << settings.error().message;
  return settings.ok() ? std::move(settings).value() : SettingsInForce{};
}

static std::string text_in(const std::string& json, const std::string& name) {
  Result<MessageFields> fields = MessageFields::parse(std::string(json));
  EXPECT_TRUE(fields.ok()) << json;
  return fields.ok() ? fields.value().text("/" + name, "") : "";
}

std::string setting_of(const std::string& folder, const std::string& name) {
  return text_in(in_force(folder).settings, name);
}
std::string source_of(const std::string& folder, const std::string& name) {
  return text_in(in_force(folder).sources, name);
}

std::string seal_of(const std::string& folder) {
  const LoadedLog log = loaded(folder);
  EXPECT_TRUE(log.story.facts().ended) << folder;
  EXPECT_EQ(log.torn, 0U) << folder;
  return log.chain.last_sha256();
}

std::vector<std::string> chosen_records(const std::string& folder) {
  std::vector<std::string> names;
  const RunStory story = story_of(folder);
  for (const auto& [turn, attempts] : story.turns())
    if (const LoggedAttempt* const chosen = story.chosen(turn); chosen != nullptr && !chosen->lost)
      names.push_back(record_file(turn, chosen->attempt));
  return names;
}

std::string record_of_turn(const std::string& folder, int turn) {
  const RunStory story = story_of(folder);
  const LoggedAttempt* const chosen = story.chosen(turn);
  EXPECT_TRUE(chosen != nullptr && !chosen->lost) << "turn " << turn;
  if (chosen == nullptr || chosen->lost) return "";
  const Result<std::string> bytes =
      read_file(join_path(folder, record_file(turn, chosen->attempt)));
  EXPECT_TRUE(bytes.ok()) << "turn " << turn;
  return bytes.ok() ? bytes.value() : "";
}

std::vector<LoggedFile> listed_files(const std::string& folder) {
  std::vector<LoggedFile> files;
  const Result<RunDir> dir = RunDir::open(folder);
  EXPECT_TRUE(dir.ok()) << folder;
  if (!dir.ok()) return files;
  RunLogReader reader;
  const Status read = reader.read(dir.value(), [&](const ReadRunLine& line) {
    std::ranges::move(files_of(line.line.entry), std::back_inserter(files));
    return true;
  });
  EXPECT_TRUE(read.ok()) << read.error().message;
  return files;
}

bool lists_file(const std::string& folder, const std::string& name) {
  return std::ranges::any_of(listed_files(folder),
                             [&](const LoggedFile& file) { return file.name == name; });
}
}  // namespace franz
