#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <unwind.h>
#include <cstdint>
#include <cstring>
#include <string_view>
#include "common/os/crash_trace.h"

// The start of our own file in memory. Source: ld's manual, "Builtin Symbols".
// NOLINTNEXTLINE(bugprone-reserved-identifier)
extern "C" const ElfW(Ehdr) __ehdr_start __attribute__((visibility("hidden")));

// All of this runs in a signal handler: it allocates nothing and calls only what signal-safety(7)
// allows, and the unwinder, which every C++ program already contains.
namespace franz {
static constexpr int kMaxFrames = 64;
static constexpr std::size_t kHandlerStack = 64UL << 10U;  // bytes; a symbol takes none of it

namespace {
struct CrashSignal {
  int number;
  std::string_view name;
};
constexpr CrashSignal kCrashSignals[] = {
    {SIGSEGV, "SIGSEGV"}, {SIGBUS, "SIGBUS"},   {SIGILL, "SIGILL"},
    {SIGFPE, "SIGFPE"},   {SIGABRT, "SIGABRT"},
};

class CrashLine {
 public:
  CrashLine& text(std::string_view text) {
    for (const char c : text)
      if (size_ + 1 < sizeof bytes_) bytes_[size_++] = c;
    return *this;
  }
  CrashLine& number(std::uintptr_t number, unsigned base) {
    char digits[20];
    std::size_t at = sizeof digits;
    do {
      digits[--at] = "0123456789abcdef"[number % base];
      number /= base;
    } while (number > 0);
    if (base == 16) text("0x");
    return text({digits + at, sizeof digits - at});
  }
  void print() {
    bytes_[size_++] = '\n';
    static_cast<void>(!::write(STDERR_FILENO, bytes_, size_));
    size_ = 0;
  }

 private:
  char bytes_[512];  // a longer name is cut
  std::size_t size_ = 0;
};

// The names of our own functions, from our file's symbol table.
class OwnSymbols {
 public:
  OwnSymbols() {
    const int file = ::open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    struct stat about {};
    if (file < 0 || ::fstat(file, &about) != 0) return;
    void* mapped =
        ::mmap(nullptr, static_cast<std::size_t>(about.st_size), PROT_READ, MAP_PRIVATE, file, 0);
    if (mapped == MAP_FAILED) return;
    const auto* bytes = static_cast<const char*>(mapped);
    const auto* head = reinterpret_cast<const ElfW(Ehdr)*>(bytes);
    const auto* sections = reinterpret_cast<const ElfW(Shdr)*>(bytes + head->e_shoff);
    for (unsigned i = 0; i < head->e_shnum; ++i) {
      if (sections[i].sh_type != SHT_SYMTAB) continue;
      symbols_ = reinterpret_cast<const ElfW(Sym)*>(bytes + sections[i].sh_offset);
      count_ = sections[i].sh_size / sizeof *symbols_;
      names_ = bytes + sections[sections[i].sh_link].sh_offset;
    }
  }

  // " name+0x12" of the function at an offset; nothing if it is unknown.
  void add_name(std::uintptr_t offset, CrashLine& line) const {
    for (std::size_t i = 0; i < count_; ++i) {
      const ElfW(Sym)& symbol = symbols_[i];
      if ((symbol.st_info & 0xfU) != STT_FUNC || offset < symbol.st_value ||
          offset - symbol.st_value >= symbol.st_size)
        continue;
      line.text(" ").text(names_ + symbol.st_name).text("+").number(offset - symbol.st_value, 16);
      return;
    }
  }

 private:
  const ElfW(Sym) * symbols_ = nullptr;
  std::size_t count_ = 0;
  const char* names_ = nullptr;
};

struct Frames {
  std::uintptr_t at[kMaxFrames];
  int count = 0;
};
}  // namespace

static _Unwind_Reason_Code take_frame(_Unwind_Context* context, void* taken) {
  auto& frames = *static_cast<Frames*>(taken);
  int before = 0;  // for the crashed frame: the instruction itself, not the one after a call
  const std::uintptr_t at = _Unwind_GetIPInfo(context, &before);
  if (at == 0 || frames.count == kMaxFrames) return _URC_END_OF_STACK;
  frames.at[frames.count++] = before != 0 ? at : at - 1;
  return _URC_NO_REASON;
}

// If a program may be loaded anywhere, its addresses are relative to its start.
static std::uintptr_t own_base() {
  return __ehdr_start.e_type == ET_DYN ? reinterpret_cast<std::uintptr_t>(&__ehdr_start) : 0;
}

static bool is_own(std::uintptr_t address) {
  const auto start = reinterpret_cast<std::uintptr_t>(&__ehdr_start);
  const auto* parts = reinterpret_cast<const ElfW(Phdr)*>(start + __ehdr_start.e_phoff);
  for (unsigned i = 0; i < __ehdr_start.e_phnum; ++i)
    if (parts[i].p_type == PT_LOAD && address - own_base() - parts[i].p_vaddr < parts[i].p_memsz)
      return true;
  return false;
}

static void report_crash(int signal, siginfo_t* about, void*) {
  CrashLine line;
  line.text("error: ").text(program_invocation_short_name).text(" crashed: signal ");
  line.number(static_cast<std::uintptr_t>(signal), 10);
  for (const CrashSignal& each : kCrashSignals)
    if (each.number == signal) line.text(" (").text(each.name).text(")");
  if (about->si_code > 0 && signal != SIGABRT)
    line.text(" at address ").number(reinterpret_cast<std::uintptr_t>(about->si_addr), 16);
  line.print();
  Frames frames;
  _Unwind_Backtrace(take_frame, &frames);
  const OwnSymbols symbols;
  for (int i = 0; i < frames.count; ++i) {
    const std::uintptr_t at = frames.at[i];
    line.text("  ");
    if (is_own(at)) {
      line.text(program_invocation_short_name).text("+").number(at - own_base(), 16);
      symbols.add_name(at - own_base(), line);
    } else {
      line.number(at, 16);
    }
    line.print();
  }
  // It stays blocked until this handler has returned, and then has the system's default action.
  ::raise(signal);
}

void trace_crashes() {
  // For the main thread: lets it report a stack overflow.
  static char stack[kHandlerStack];
  stack_t own{};
  own.ss_sp = stack;
  own.ss_size = sizeof stack;
  ::sigaltstack(&own, nullptr);
  for (const CrashSignal& each : kCrashSignals) {
    struct sigaction action {};
    if (::sigaction(each.number, nullptr, &action) != 0 || action.sa_handler != SIG_DFL) continue;
    action = {};
    action.sa_sigaction = report_crash;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | static_cast<int>(SA_RESETHAND);
    ::sigaction(each.number, &action, nullptr);
  }
}
}  // namespace franz
