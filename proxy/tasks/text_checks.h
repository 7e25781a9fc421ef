#pragma once
// Checks of texts; checks.h has the contract. `rules` and `options` were read as JSON objects.
#include "common/wire/message_fields.h"
#include "proxy/tasks/checks.h"

namespace franz::proxy {
// Part of a value, for a verdict: one line, at most 80 bytes, in quotes.
std::string quoted_part(std::string_view value);
// Lines without their ends (LF, CR LF or CR), and without a byte order mark. No last empty line.
std::vector<std::string> text_lines(std::string_view text);
CheckVerdict passed();
CheckVerdict missed(std::string why);

Result<CheckFunction> make_include_exclude(MessageFields& rules, MessageFields& options);
Result<CheckFunction> make_exact_match(MessageFields& rules, MessageFields& options);
Result<CheckFunction> make_list_check(MessageFields& rules, MessageFields& options);
Result<CheckFunction> make_file_contains(MessageFields& rules, MessageFields& options);
Result<CheckFunction> make_compare_text(MessageFields& rules, MessageFields& options);
Result<CheckFunction> make_compare_csv(MessageFields& rules, MessageFields& options);
Result<CheckFunction> make_diff_text(MessageFields& rules, MessageFields& options);
Result<CheckFunction> make_fuzzy_match(MessageFields& rules, MessageFields& options);
Result<CheckFunction> make_infeasible(MessageFields& rules, MessageFields& options);

// Of JSON, or of a picture's facts (picture_facts.h).
Result<CheckFunction> make_json_check(MessageFields& rules, MessageFields& options);
// Of two spreadsheets.
Result<CheckFunction> make_table_check(MessageFields& rules, MessageFields& options);
}  // namespace franz::proxy
