#pragma once
// Recognises an English statement by a model that its task is done, for replies without a call that
// ends the run.
#include <string_view>

namespace franz {
// True if a sentence near the end of the text says that the whole task is done ("I have completed
// the request.", "The task is complete", "Nothing more to do.") and no later sentence continues the
// task. Conservative: ignores sentences with a condition, a doubt or a negation ("when the task is
// complete", "it is not complete", "I will have completed …"), sentences about a part ("I have
// completed the first step"), and questions. `text`: decoded, without thoughts. Only its last 4000
// bytes are read.
bool says_finished(std::string_view text);
}  // namespace franz
