#pragma once
// Texts derived from others, for testing promises with unusual input.
#include <cstddef>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace franz {
// One of the seeds after one to four edits: a piece inserted, some bytes removed, or a part of
// another seed or of itself inserted. The same generator gives the same texts.
inline std::string mutated_text(std::span<const std::string> seeds,
                                std::span<const std::string_view> pieces, std::mt19937& random) {
  const auto below = [&](std::size_t limit) { return random() % limit; };
  std::string text = seeds[below(seeds.size())];
  for (std::size_t edits = 1 + below(4); edits > 0; --edits) {
    const std::size_t at = below(text.size() + 1);
    switch (below(4)) {
      case 0: text.insert(at, pieces[below(pieces.size())]); break;
      case 1: text.erase(at, 1 + below(5)); break;
      case 2: {
        const std::string& other = seeds[below(seeds.size())];
        const std::size_t from = below(other.size());
        text.insert(at, other.substr(from, below(60)));
        break;
      }
      default: text.insert(at, text.substr(below(text.size() + 1), below(30))); break;
    }
  }
  return text;
}
}  // namespace franz
