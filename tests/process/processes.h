#pragma once
// Inspects and signals other processes.
#include <cstddef>
#include <string>
#include <vector>

namespace franz {
// Wine needs a third of a second per program: tests that start a hundred use fewer cases then.
extern const bool kStartsAreSlow;

// All processes below `pid`, however deep.
std::vector<long long> descendants(long long pid);
// The descendant whose executable has this name; 0: none.
long long descendant_named(long long pid, const std::string& name);
// The current and the peak memory of a process, in bytes; 0: the system does not report it.
std::size_t memory_of(long long pid);
std::size_t peak_memory_of(long long pid);
// False once it has ended, even if it was not waited for yet.
bool is_alive(long long pid);
// Each fails the test if `pid` is 0 (no such process).
void kill_hard(long long pid);     // SIGKILL
void freeze(long long pid);        // SIGSTOP: it hangs
void press_ctrl_c(long long pid);  // SIGINT
// One stop request that arrives as two signals, as timeout(1) and service managers send it.
void ask_twice_to_stop(long long pid);
}  // namespace franz
