#pragma once
// What the log of a run that a test made says. A test fails where it cannot be read, and gets an
// empty value.
#include <string>
#include <vector>
#include "common/run/run_log_app.h"

namespace franz {
// The whole log of a run, which may be going on.
RunStory story_of(const std::string& folder);
RunFacts facts_of(const std::string& folder);

// A text among the settings in force ("agent.objective"), and where it comes from ("--objective");
// "" where there is none.
std::string setting_of(const std::string& folder, const std::string& name);
std::string source_of(const std::string& folder, const std::string& name);

// SHA-256 of the last line, which must be the run's end.
std::string seal_of(const std::string& folder);

// The records of the turns, each of the attempt that the next turn goes on from, in their order;
// turns that could not be recorded have none.
std::vector<std::string> chosen_records(const std::string& folder);
// The bytes of one of them; "" where the turn has none.
std::string record_of_turn(const std::string& folder, int turn);

// Every file that a line lists, in the order of the lines; some are listed more than once.
std::vector<LoggedFile> listed_files(const std::string& folder);
bool lists_file(const std::string& folder, const std::string& name);
}  // namespace franz
