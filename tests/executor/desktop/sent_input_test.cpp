// Which of a screen's input counts as somebody else's. Tables of what we sent (>) and what arrived
// from programs (p) and devices (d), and after each event whether a person has acted.
#include "executor/desktop/sent_input.h"
#include <gtest/gtest.h>
#include <sstream>
#include <string>

namespace franz::executor {
namespace {
// "m10,20" moves, "b1+" presses, "b1-" releases; "k38+" is the same for a key.
InputEvent event_of(const std::string& text) {
  InputEvent event;
  std::istringstream in(text);
  char kind = 0, mark = 0;
  in >> kind;
  if (kind == 'm') {
    in >> event.at.x >> mark >> event.at.y;
    return event;
  }
  event.kind = kind == 'b' ? InputEvent::Kind::button : InputEvent::Kind::key;
  in >> event.code >> mark;
  event.down = mark == '+';
  return event;
}

// A dot for each event that is ours or does not count, an exclamation mark for somebody else's.
std::string classified(const std::string& events) {
  SentInput sent;
  std::string marks;
  std::istringstream in(events);
  std::string word;
  while (in >> word) {
    const InputEvent event = event_of(word.substr(1));
    if (word[0] == '>') {
      sent.sent(event);
    } else {
      const auto source = word[0] == 'd' ? InputSource::device : InputSource::programs;
      marks += sent.is_somebody_else(event, source) ? '!' : '.';
    }
  }
  return marks;
}
}  // namespace

TEST(SentInput, InputThatArrivesAsSentIsOurs) {
  const struct {
    std::string events, marks;
  } cases[] = {
      {">m10,20 pm10,20", "."},
      {">b1+ >m10,20 >b1- pb1+ pm10,20 pb1-", "..."},
      {">b4+ >b4- >b4+ >b4- pb4+ pb4- pb4+ pb4-", "...."},  // wheel
      {">k50+ >k38+ >k38- >k50- pk50+ pk38+ pk38- pk50-", "...."},
      {">m1,1 >m1,1 pm1,1 pm1,1", ".."},
      // Sent, but not arrived yet.
      {">m10,20 >m20,20", ""},
      // The server omits events that change nothing.
      {">k37+ >k37+ >k37- pk37+ pk37-", ".."},
  };
  for (const auto& [events, marks] : cases) EXPECT_EQ(classified(events), marks) << events;
}

TEST(SentInput, OtherInputIsSomebodyElses) {
  const struct {
    std::string events, marks;
  } cases[] = {
      {"pm10,20", "!"},
      {"pk38+", "!"},
      {">m10,20 pm11,20", "!"},
      {">k38+ pb38+", "!"},
      // Input of a device is never ours.
      {">m10,20 dm10,20", "!"},
      {">k38+ dk38+ pk38+", "!."},
      // A stranger's event between ours.
      {">b1+ >m10,20 >b1- pb1+ pm500,500 pm10,20 pb1-", ".!.."},
      {">k38+ >k38- pk38+ pk39+ pk38-", ".!."},
      // The same key twice, sent once.
      {">k38+ >k38- pk38+ pk38- pk38+", "..!"},
      // An event equal to our later one: our earlier event, which it displaced, counts as theirs.
      {">k38+ >k38- >k39+ pk39+ pk38+", ".!"},
  };
  for (const auto& [events, marks] : cases) EXPECT_EQ(classified(events), marks) << events;
}

TEST(SentInput, ReleasesDoNotCount) {
  for (const char* const events : {"pk38-", "dk38-", "db1-", ">k38+ pk36-"})
    EXPECT_EQ(classified(events), ".") << events;
}
}  // namespace franz::executor
