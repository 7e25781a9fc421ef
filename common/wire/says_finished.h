#pragma once
// Whether a model says in English prose that its task is done, where its reply has no call that
// ends the run.
#include <string_view>

namespace franz {
// True if a sentence near the end of the text says that the whole task is done ("I have completed
// the request.", "The task is complete", "Nothing more to do.") and no later sentence goes on with
// it. Conservative: a sentence with a condition, a doubt or a negation ("when the task is
// complete", "it is not complete", "I will have completed …"), one about a part ("I have completed
// the first step") and a question do not count. `text`: decoded, without thoughts. Only its last
// 4000 bytes are read.
bool says_finished(std::string_view text);
}  // namespace franz
