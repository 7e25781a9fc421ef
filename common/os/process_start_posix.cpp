#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <unistd.h>
#include <cerrno>
#include "common/os/process_start.h"
#include "common/os/stop_signals.h"

namespace franz {
// Of the GNU allocator: from this size on a block is a mapping of its own. Its default grows with
// the largest block that was freed, up to 32 MiB, and then keeps what long stories had taken. With
// it grows the free space that is kept at the heap's end, which is so set here too.
// Source: mallopt(3).
static void return_blocks_of([[maybe_unused]] std::size_t large) {
#ifdef M_MMAP_THRESHOLD
  ::mallopt(M_MMAP_THRESHOLD, static_cast<int>(large));
  ::mallopt(M_TRIM_THRESHOLD, static_cast<int>(2 * large));
#endif
}

void prepare_process(std::size_t large_block) {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    // open(2) takes the lowest number that is free: those below are taken by now. Opened for
    // reading only: what is printed is not lost in silence.
    if (::fcntl(stream, F_GETFD) < 0 && errno == EBADF)
      static_cast<void>(::open("/dev/null", O_RDONLY));
  }
  return_blocks_of(large_block);
  ignore_broken_pipes();
  ::signal(SIGXFSZ, SIG_IGN);  // then write(2) fails with EFBIG (setrlimit(2), RLIMIT_FSIZE)
}
}  // namespace franz
