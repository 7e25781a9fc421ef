#pragma once
// Reads the log of a test's run. If that fails, the test fails and gets an empty value.
#include <string>
#include <vector>
#include "common/run/run_log_app.h"

namespace franz {
// The whole log of a run, which may be live.
RunStory story_of(const std::string& folder);
RunFacts facts_of(const std::string& folder);

// A setting in force (`name`: "agent.objective") and its source ("--objective"); "" if there is
// none.
std::string setting_of(const std::string& folder, const std::string& name);
std::string source_of(const std::string& folder, const std::string& name);

// The SHA-256 of the last line, which must be the run's end.
std::string seal_of(const std::string& folder);

// The names of the turns' records in order, each of the attempt from which the next turn continues;
// lost turns have none.
std::vector<std::string> chosen_records(const std::string& folder);
// The bytes of a turn's record; "" if it has none.
std::string record_of_turn(const std::string& folder, int turn);

// Every listed file in the order of the lines; some are listed more than once.
std::vector<LoggedFile> listed_files(const std::string& folder);
bool lists_file(const std::string& folder, const std::string& name);
}  // namespace franz
