#include <gtest/gtest.h>
#include <string>
#include "common/os/child_process.h"
#include "tests/support/sanitized.h"
#include "tests/support/system_words.h"
#include "tests/support/test_paths.h"

namespace franz {
// The functions are those of child_for_tests.cpp, as the compiler names them.
TEST(CrashTrace, NamesTheSignalAndTheFunctionsAndChangesNoEnd) {
  if (kSanitized) GTEST_SKIP() << "the sanitizer reports crashes itself";
  const struct {
    std::string how, signal, function;
    int code;
  } cases[] = {
      {"null", "signal 11 (SIGSEGV) at address 0x0", " _ZL13write_nowherev+0x", 11},
      {"thread", "signal 11 (SIGSEGV) at address 0x0", " _ZL13write_nowherev+0x", 11},
      {"stack", "signal 11 (SIGSEGV) at address 0x7f", " _ZL16use_up_the_stacki+0x", 11},
      {"throw", "signal 6 (SIGABRT)", " _ZL5crashRKNSt", 6},
      {"abort", "signal 6 (SIGABRT)", " _ZL5crashRKNSt", 6},
  };
  for (const auto& [how, signal, function, code] : cases) {
    const ChildOutcome outcome =
        run_child({kChildForTests, {"crash", how}, {}, ""}, "", std::chrono::seconds(60));
    EXPECT_EQ(describe(outcome.end, std::chrono::milliseconds(0)),
              "ended by signal " + std::to_string(code));
    EXPECT_NE(outcome.errors.find("error: child_for_tests crashed: " + signal), std::string::npos)
        << how << ": " << outcome.errors;
    EXPECT_NE(outcome.errors.find(function), std::string::npos) << how << ": " << outcome.errors;
  }
}
}  // namespace franz
