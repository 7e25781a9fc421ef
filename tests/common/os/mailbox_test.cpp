#include "common/os/mailbox.h"
#include <gtest/gtest.h>
#include <atomic>
#include <future>
#include <string>
#include <thread>

namespace franz {
using std::chrono::milliseconds;

// The messages that can be taken without waiting.
static std::string all_of(Mailbox<std::string>& box) {
  std::string text;
  while (const auto message = box.pop(milliseconds(0))) text += *message + " ";
  return text;
}

TEST(Mailbox, GivesMessagesInTheOrderInWhichTheyCame) {
  Mailbox<std::string> box({10, 10});
  EXPECT_TRUE(box.try_push("a", 1, 0));
  EXPECT_TRUE(box.try_push("b", 1, 1));
  EXPECT_TRUE(box.try_push("c", 1, 0));
  EXPECT_EQ(all_of(box), "a b c ");
  EXPECT_FALSE(box.pop(milliseconds(0)));
}

TEST(Mailbox, TakesNoMoreThanALaneHolds) {
  Mailbox<std::string> box({10, 10});
  EXPECT_TRUE(box.try_push("six", 6));
  EXPECT_FALSE(box.try_push("five", 5));
  EXPECT_TRUE(box.try_push("four", 4));
  EXPECT_TRUE(box.try_push("other lane", 10, 1));
  EXPECT_EQ(all_of(box), "six four other lane ");
  EXPECT_TRUE(box.try_push("room again", 10));
}

TEST(Mailbox, TakesOneMessageThatIsLargerThanAnEmptyLane) {
  Mailbox<std::string> box(10);
  EXPECT_TRUE(box.try_push("large", 1000));
  EXPECT_FALSE(box.try_push("small", 1));
  EXPECT_EQ(all_of(box), "large ");
}

TEST(Mailbox, TakesAPostedMessageThoughTheLaneBeFull) {
  Mailbox<std::string> box(10);
  EXPECT_TRUE(box.try_push("full", 10));
  box.post("posted", 10);
  EXPECT_FALSE(box.try_push("over", 1));
  EXPECT_EQ(all_of(box), "full posted ");
}

TEST(Mailbox, FollowsALimitThatIsChanged) {
  Mailbox<std::string> box(10);
  EXPECT_TRUE(box.try_push("ten", 10));
  box.set_limit(0, 5);
  EXPECT_EQ(all_of(box), "ten ");
  EXPECT_TRUE(box.try_push("five", 5));
  EXPECT_FALSE(box.try_push("one", 1));
  box.set_limit(0, 6);
  EXPECT_TRUE(box.try_push("one", 1));
}

TEST(Mailbox, GivesWhatItHoldsAfterItIsClosedAndTakesNoMore) {
  Mailbox<std::string> box(10);
  EXPECT_TRUE(box.try_push("in time", 1));
  box.close();
  EXPECT_FALSE(box.closed());
  EXPECT_FALSE(box.try_push("late", 1));
  box.post("late", 1);
  box.push("late", 1);
  EXPECT_EQ(box.pop().value_or(""), "in time");
  EXPECT_TRUE(box.closed());
  EXPECT_FALSE(box.pop());
}

TEST(Mailbox, LetsAWriterWaitForRoomAndAReaderForAMessage) {
  Mailbox<std::string> box(10);
  box.push("first", 10);
  std::thread writer([&] { box.push("second", 10); });
  EXPECT_EQ(box.pop().value_or(""), "first");
  EXPECT_EQ(box.pop().value_or(""), "second");
  writer.join();
}

TEST(Mailbox, LetsAWriterWaitForRoomBehindWhatItHasPosted) {
  Mailbox<std::string> box(10);
  box.wait_for_room();
  for (const char* text : {"first", "second", "third"}) box.post(text, 5);
  std::atomic<int> taken = 0;
  auto writer = std::async(std::launch::async, [&] {
    box.wait_for_room();
    return taken.load();
  });
  taken = 1;
  EXPECT_EQ(box.pop().value_or(""), "first");
  EXPECT_EQ(writer.get(), 1);
  box.post("fourth", 5);
  auto next = std::async(std::launch::async, [&] { box.wait_for_room(); });
  box.set_limit(0, 15);
  next.get();
}

TEST(Mailbox, WakesWhoWaitsWhenItIsClosed) {
  Mailbox<std::string> box(10);
  auto reader = std::async(std::launch::async, [&] { return box.pop().has_value(); });
  box.close();
  EXPECT_FALSE(reader.get());

  Mailbox<std::string> full(10);
  full.push("full", 10);
  full.post("over", 1);
  auto writer = std::async(std::launch::async, [&] { full.push("lost", 1); });
  auto waiting = std::async(std::launch::async, [&] { full.wait_for_room(); });
  full.close();
  writer.get();
  waiting.get();
  EXPECT_EQ(all_of(full), "full over ");
}
}  // namespace franz
