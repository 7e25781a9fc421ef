#include <termios.h>
#include <unistd.h>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include "common/os/console.h"
#include "common/os/stdio.h"

namespace franz {
static constexpr std::size_t kLongestAnswer = 65536;  // bytes; no setting is longer

bool console_closes_with_us() { return false; }  // a terminal stays

void wait_for_enter(const std::string& text) {
  write_standard_error(text);
  for (int c = std::getchar(); c != '\n' && c != EOF;) c = std::getchar();
}

bool can_ask() { return ::isatty(STDIN_FILENO) == 1 && ::isatty(STDERR_FILENO) == 1; }

// Reads one byte at a time without a buffer, because the text after the line belongs to the next
// reader.
static std::optional<std::string> read_line() {
  std::string line;
  for (;;) {
    char byte = '\0';
    const ssize_t count = ::read(STDIN_FILENO, &byte, 1);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0 && line.empty()) return std::nullopt;
    if (count <= 0 || byte == '\n') return line;
    if (line.size() < kLongestAnswer) line += byte;
  }
}

std::optional<std::string> ask_person(const std::string& question) {
  write_standard_error(question);
  return read_line();
}

void discard_typed() { ::tcflush(STDIN_FILENO, TCIFLUSH); }

// If the signal that stops background readers is blocked, the read fails instead (termios, "Input
// Processing and Reading Data").
std::optional<std::string> read_typed_line() {
  sigset_t stopping, before;
  sigemptyset(&stopping);
  sigaddset(&stopping, SIGTTIN);
  if (pthread_sigmask(SIG_BLOCK, &stopping, &before) != 0) return std::nullopt;
  std::optional<std::string> line = read_line();
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return line;
}
}  // namespace franz
