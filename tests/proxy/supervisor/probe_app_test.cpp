#include "proxy/supervisor/probe_app.h"
#include <gtest/gtest.h>
#include <atomic>
#include <boost/asio/io_context.hpp>
#include <future>

namespace franz::proxy {
namespace {
// A resolver may take longer than a probe waits: a thread for each probe would be left behind.
TEST(Probe, WaitsForTheLookupThatAnotherBegan) {
  std::promise<void> opener;
  std::atomic<int> lookups = 0;
  const auto names = std::make_shared<NameLookups>(
      [&, gate = opener.get_future().share()](const std::string&) -> HostAddresses {
        ++lookups;
        gate.wait();
        return Error{"nobody knows it"};
      });
  boost::asio::io_context io(1);
  Upstream upstream;
  upstream.address = {"model.test", 9};
  std::vector<std::string> told;
  const auto tell = [&](const ProbeResult& result) { told.push_back(result.why); };
  for (int i = 0; i < 3; ++i) probe_upstream(io, names, upstream, tell);
  io.poll();
  opener.set_value();
  io.run();
  EXPECT_EQ(told, std::vector<std::string>(3, "cannot be reached: nobody knows it"));
  EXPECT_EQ(lookups, 1);
}
}  // namespace
}  // namespace franz::proxy
