#include <thread>
#include <utility>
#include "common/os/detached_thread.h"

namespace franz {
void start_detached_thread(std::function<void()> work) { std::thread(std::move(work)).detach(); }
}  // namespace franz
