#include "common/os/answer_lines.h"
#include "common/os/stdio.h"

namespace franz {
Status answer_lines(std::size_t max_bytes,
                    const std::function<std::string(std::string_view line)>& answer) {
  Status written = Done{};
  read_input_lines(max_bytes + 1, [&](std::string_view line) {
    if (written.ok()) written = write_standard_output(answer(line) + "\n");
  });
  return written;
}
}  // namespace franz
