#pragma once
#include <functional>

namespace franz {
// Does `work` in a thread that nobody waits for: it ends by itself, or with the program. Throws
// std::system_error where the system gives no thread; what `work` throws ends the program.
//
// In place of std::thread::detach(), which mingw-w64's threads (winpthreads, 10.0 at least) make
// unsafe: pthread_detach() of a thread that has returned, but has not ended, gives its record to
// the next one that is started, and the ending thread then clears that one's (__dyn_tls_pthread()).
void start_detached_thread(std::function<void()> work);
}  // namespace franz
