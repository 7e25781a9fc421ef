#pragma once
// What a test sees and does of other processes.
#include <cstddef>
#include <string>
#include <vector>

namespace franz {
// A third of a second for each program (Wine): tests that start a hundred take fewer rows then.
extern const bool kStartsAreSlow;

// All processes below `pid`, however deep.
std::vector<long long> descendants(long long pid);
// The one of them whose executable has this name; 0: none.
long long descendant_named(long long pid, const std::string& name);
// The memory that it holds, and the most that it ever held at once, in bytes; 0: the system does
// not tell.
std::size_t memory_of(long long pid);
std::size_t peak_memory_of(long long pid);
// False once it has ended, even if nobody has waited for it yet.
bool is_alive(long long pid);
// Each fails the test where there is no such process: `pid` is 0.
void kill_hard(long long pid);     // SIGKILL
void freeze(long long pid);        // SIGSTOP: it hangs
void press_ctrl_c(long long pid);  // SIGINT
// One request to stop that arrives as two signals, as timeout(1) and service managers send it.
void ask_twice_to_stop(long long pid);
}  // namespace franz
