#include "common/run/name_list.h"
#include <gtest/gtest.h>

namespace franz {
TEST(NameList, KnowsWhichOfItsNamesWereMet) {
  NameList names;
  for (const char* each : {"turn_0002.json", "run.json", "a", "turn_0002.jso"}) names.add(each);
  names.sort();
  for (const char* each : {"run.json", "turn_0002.jso", "run.jso", "", "z", "run.json"})
    names.meet(each);
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += std::string(names[i]) + (names.is_met(i) ? "+ " : " ");
  EXPECT_EQ(text, "a run.json+ turn_0002.jso+ turn_0002.json ");
}

TEST(NameList, MayBeEmpty) {
  NameList names;
  names.sort();
  names.meet("a");
  EXPECT_EQ(names.size(), 0U);
}
}  // namespace franz
