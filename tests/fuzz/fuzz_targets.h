#pragma once
// The targets that are tested with arbitrary bytes: by the fuzzer (fuzz_main.cpp), and by a test
// that replays the corpus, which contains the fuzzer's findings.
#include <span>
#include <string>
#include <string_view>

namespace franz {
struct FuzzTarget {
  std::string_view name;  // its corpus is tests/fuzz/corpus/NAME
  // Names the first broken promise for these bytes; empty: all hold.
  std::string (*broken)(std::string_view bytes);
  std::string_view golden = {};  // a folder in tests/golden whose files belong to its corpus
};

std::span<const FuzzTarget> all_fuzz_targets();
}  // namespace franz
