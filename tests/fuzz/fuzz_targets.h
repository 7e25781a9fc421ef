#pragma once
// What is held against arbitrary bytes: by the fuzzer (fuzz_main.cpp), and by a test that replays
// the corpus, where what a fuzzer found stays.
#include <span>
#include <string>
#include <string_view>

namespace franz {
struct FuzzTarget {
  std::string_view name;  // its corpus is tests/fuzz/corpus/NAME
  // The first promise that does not hold for these bytes, named; empty: all hold.
  std::string (*broken)(std::string_view bytes);
  std::string_view golden = {};  // a folder in tests/golden whose files belong to its corpus
};

std::span<const FuzzTarget> all_fuzz_targets();
}  // namespace franz
