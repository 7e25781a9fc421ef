#include <pthread.h>
#include <signal.h>
#include <thread>
#include "common/os/clock.h"
#include "common/os/stop_signals.h"

namespace franz {
void watch_stop_signals(std::function<void(int count)> on_stop) {
  sigset_t wanted;
  ::sigemptyset(&wanted);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::sigaddset(&wanted, signal);
  // Blocked here, and so in every later thread: only the waiting thread receives them.
  // child_process restores the mask in children.
  ::pthread_sigmask(SIG_BLOCK, &wanted, nullptr);
  std::thread([wanted, on_stop = std::move(on_stop)] {
    StopRequests requests;
    for (;;) {
      int signal = 0;
      if (::sigwait(&wanted, &signal) != 0) continue;
      if (const int number = requests.number_of(steady_time_ms())) on_stop(number);
    }
  }).detach();
}

void ignore_broken_pipes() { ::signal(SIGPIPE, SIG_IGN); }
}  // namespace franz
