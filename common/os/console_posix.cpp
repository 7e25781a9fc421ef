#include <cstdio>
#include "common/os/console.h"
#include "common/os/stdio.h"

namespace franz {
bool console_closes_with_us() { return false; }  // a terminal stays

void wait_for_enter(const std::string& text) {
  write_standard_error(text);
  for (int c = std::getchar(); c != '\n' && c != EOF;) c = std::getchar();
}
}  // namespace franz
