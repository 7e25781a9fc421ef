// A crash of one of our programs leaves a stack trace in the run's log.
#include <gtest/gtest.h>
#include <signal.h>
#include "common/os/files.h"
#include "tests/process/processes.h"
#include "tests/process/running_proxy.h"
#include "tests/support/sanitized.h"

namespace franz {
TEST(Crash, OfTheOrchestratorLeavesItsTraceInTheLog) {
  if (kSanitized) GTEST_SKIP() << "the sanitizer reports crashes itself";
  RunningProxy proxy({"--demo", "--turns", "3"});
  ASSERT_NE(proxy.wait_for("turn   1 "), "");
  ::kill(static_cast<pid_t>(descendant_named(proxy.pid(), "orchestrator")), SIGSEGV);
  ASSERT_NE(proxy.wait_for("the orchestrator ended by signal 11; it is started again"), "");
  const auto end = proxy.wait_for_end();
  ASSERT_TRUE(end && end->ok()) << proxy.output() << proxy.errors();
  const auto log = read_file(join_path(proxy.run_folder(), "orchestrator.log"));
  ASSERT_TRUE(log.ok());
  EXPECT_NE(log.value().find("error: orchestrator crashed: signal 11 (SIGSEGV)"), std::string::npos)
      << log.value();
  EXPECT_NE(log.value().find("  orchestrator+0x"), std::string::npos) << log.value();
  EXPECT_NE(log.value().find("run_orchestrator_app"), std::string::npos) << log.value();
}
}  // namespace franz
