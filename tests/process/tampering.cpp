#include "tests/process/tampering.h"
#include <gtest/gtest.h>
#include "tests/support/rewritten_log.h"

namespace franz {
void expect_named(const Recorded& recorded, const Tampering& row,
                  const std::vector<std::string>& more) {
  const std::string folder = copy_run(recorded.folder, recorded.folder + "_edited");
  row.change(folder);
  const ProgramResult result = verify(folder, more);
  EXPECT_EQ(result.code, 1) << row.what << "\n" << result.output << result.errors;
  EXPECT_NE(result.output.find(" " + row.named), std::string::npos)
      << row.what << "\n"
      << result.output << result.errors;
}

std::function<void(const std::string& folder)> edited(const std::string& name,
                                                      const std::string& after,
                                                      const std::string& from,
                                                      const std::string& to) {
  return [=](const std::string& folder) {
    edit_file(folder, name, after, from, to);
    rewrite_log(folder);
  };
}
}  // namespace franz
