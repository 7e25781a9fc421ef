#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <system_error>
#include "common/os/crash_trace.h"
#include "common/os/process_start.h"
#include "common/os/stop_signals.h"

namespace franz {
// For the GNU allocator: a block of at least this size gets its own mapping. The default threshold
// grows with the largest freed block, up to 32 MiB, and would then keep the memory of long texts.
// The free space kept at the heap's end grows with it, so it is set here too. Source: mallopt(3).
static void return_blocks_of([[maybe_unused]] std::size_t large) {
#ifdef M_MMAP_THRESHOLD
  ::mallopt(M_MMAP_THRESHOLD, static_cast<int>(large));
  ::mallopt(M_TRIM_THRESHOLD, static_cast<int>(2 * large));
#endif
}

#ifdef M_MMAP_THRESHOLD
static constexpr std::size_t kPage = 4096;
static constexpr std::size_t kLargePage = 2UL << 20U;

static std::size_t up_to_large_page(std::uintptr_t address) { return -address % kLargePage; }

// Starts the heap one page before the border of a large page: the allocator writes into a block's
// first page before large pages can be requested, and a large page must be whole.
static void move_heap_to_large_page() {
  const auto end = reinterpret_cast<std::uintptr_t>(::sbrk(0)) + kPage;
  static_cast<void>(::sbrk(static_cast<std::intptr_t>(up_to_large_page(end))));
}
#endif

void ready_memory(std::size_t bytes) {
#ifdef M_MMAP_THRESHOLD
  constexpr int kLargest = 32 << 20;  // bytes: the maximum (mallopt(3))
  ::mallopt(M_MMAP_THRESHOLD, kLargest);
  ::mallopt(M_TRIM_THRESHOLD, 4 * kLargest);
  const bool large = bytes >= kLargePage / 2;
  if (large) {
    move_heap_to_large_page();
    bytes += kPage + up_to_large_page(bytes);
  }
  bytes = std::min<std::size_t>(bytes, kLargest - kPage);
  auto* const block = static_cast<char*>(std::malloc(bytes));
  if (block == nullptr) return;
  // Mapping a large page takes a fifth of the time of its 512 small ones, and the processor's TLB
  // covers more of it. If the system has none, small pages are used. Source: madvise(2).
  char* const page = block - reinterpret_cast<std::uintptr_t>(block) % kPage;
  if (large) static_cast<void>(::madvise(page, bytes, MADV_HUGEPAGE));
  for (std::size_t at = 0; at < bytes; at += kPage) static_cast<volatile char*>(block)[at] = 0;
  std::free(block);
#endif
}

void prepare_process(std::size_t large_block) {
  trace_crashes();
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    // open(2) takes the lowest free number: the lower ones are in use by now. Opened read-only, so
    // that printing fails visibly.
    if (::fcntl(stream, F_GETFD) < 0 && errno == EBADF)
      static_cast<void>(::open("/dev/null", O_RDONLY));
  }
  return_blocks_of(large_block);
  ignore_broken_pipes();
  ::signal(SIGXFSZ, SIG_IGN);  // then write(2) fails with EFBIG (setrlimit(2), RLIMIT_FSIZE)
}

Error become_program(const std::string& program, const std::vector<std::string>& arguments) {
  std::vector<char*> given{const_cast<char*>(program.c_str())};  // execv(3) changes no argument
  for (const std::string& argument : arguments)
    given.push_back(const_cast<char*>(argument.c_str()));
  given.push_back(nullptr);
  ::execv(program.c_str(), given.data());
  return Error{program + ": " + std::generic_category().message(errno)};
}
}  // namespace franz
