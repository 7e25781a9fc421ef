#pragma once
#include <functional>

namespace franz {
// Runs `work` in a thread that is never joined: it ends by itself, or with the program. Throws
// std::system_error if the system gives no thread. An exception from `work` ends the program.
//
// Replaces std::thread::detach(), which is unsafe with mingw-w64's threads (winpthreads, at least
// 10.0): pthread_detach() of a thread that has returned but not ended gives its record to the next
// thread, and the ending thread then clears that record (__dyn_tls_pthread()).
void start_detached_thread(std::function<void()> work);
}  // namespace franz
