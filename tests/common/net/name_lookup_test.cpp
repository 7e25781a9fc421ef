#include "common/net/name_lookup.h"
#include <gtest/gtest.h>
#include <atomic>
#include <future>
#include <memory>

namespace franz {
namespace {
// A resolver that the test makes answer. Shared with lookups that outlive a test.
struct SlowResolver {
  std::promise<void> asked, may_answer;
  std::shared_future<void> answering = may_answer.get_future().share();
  std::atomic<int> lookups = 0;

  static LookUpHost function(const std::shared_ptr<SlowResolver>& self) {
    return [self](const std::string&) -> HostAddresses {
      if (++self->lookups == 1) self->asked.set_value();
      self->answering.wait();
      return std::vector<std::string>{"127.0.0.1"};
    };
  }
};
}  // namespace

TEST(NameLookups, AskOnceForAllWhoWaitAndForgetWhoGaveUp) {
  const auto resolver = std::make_shared<SlowResolver>();
  NameLookups names(SlowResolver::function(resolver));
  std::promise<std::string> first, second;
  std::atomic<int> forgotten = 0;
  const auto setter_of = [](std::promise<std::string>& to) {
    return [&to](const HostAddresses& found) { to.set_value(found.value().at(0)); };
  };
  const auto a = names.look_up("model.test", setter_of(first));
  resolver->asked.get_future().wait();
  auto gone = names.look_up("model.test", [&](const HostAddresses&) { ++forgotten; });
  const auto b = names.look_up("model.test", setter_of(second));
  gone.reset();
  resolver->may_answer.set_value();
  EXPECT_EQ(first.get_future().get(), "127.0.0.1");
  EXPECT_EQ(second.get_future().get(), "127.0.0.1");
  EXPECT_EQ(resolver->lookups, 1);
  EXPECT_EQ(forgotten, 0);

  std::promise<std::string> later;
  const auto c = names.look_up("model.test", setter_of(later));
  EXPECT_EQ(later.get_future().get(), "127.0.0.1");
  EXPECT_EQ(resolver->lookups, 2) << "an answer is not kept: addresses change";
}

TEST(NameLookups, AreNotWaitedForByTheirOwner) {
  const auto resolver = std::make_shared<SlowResolver>();
  std::atomic<int> calls = 0;
  {
    NameLookups names(SlowResolver::function(resolver));
    const auto waiter = names.look_up("model.test", [&](const HostAddresses&) { ++calls; });
    resolver->asked.get_future().wait();
  }  // would hang here
  resolver->may_answer.set_value();
  EXPECT_EQ(calls, 0);
}

TEST(NameLookups, BringTheSystemsAddressesOrItsWords) {
  const HostAddresses local = look_up_host("localhost");
  ASSERT_TRUE(local.ok()) << local.error().message;
  for (const std::string& address : local.value())
    EXPECT_TRUE(address == "::1" || address.starts_with("127.")) << address;
  const HostAddresses none = look_up_host("no-such-host.invalid");
  ASSERT_FALSE(none.ok());
  EXPECT_NE(none.error().message, "");
}
}  // namespace franz
