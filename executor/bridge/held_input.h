#pragma once
// The keys or buttons that connections to a bridge hold down.
#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace franz::executor {
class HeldInput {
 public:
  // `connection` pressed it. A later press of the same key belongs to that connection.
  void press(const std::string& name, std::uint64_t connection) {
    release(name);
    held_.emplace_back(name, connection);
  }
  void release(const std::string& name) {
    std::erase_if(held_, [&](const auto& entry) { return entry.first == name; });
  }
  void set(const std::string& name, bool down, std::uint64_t connection) {
    down ? press(name, connection) : release(name);
  }
  bool is_held(const std::string& name) const {
    return std::ranges::any_of(held_, [&](const auto& entry) { return entry.first == name; });
  }
  // What the connection holds, in the order in which it should be released: the last first.
  std::vector<std::string> held_by(std::uint64_t connection) const {
    std::vector<std::string> names;
    for (const auto& [name, owner] : held_)
      if (owner == connection) names.insert(names.begin(), name);
    return names;
  }
  // What all connections hold, in the same order.
  std::vector<std::string> held() const {
    std::vector<std::string> names;
    for (const auto& [name, owner] : held_) names.insert(names.begin(), name);
    return names;
  }
  // The connections that hold something.
  std::set<std::uint64_t> owners() const {
    std::set<std::uint64_t> owners;
    for (const auto& [name, owner] : held_) owners.insert(owner);
    return owners;
  }
  void clear() { held_.clear(); }

 private:
  std::vector<std::pair<std::string, std::uint64_t>> held_;
};
}  // namespace franz::executor
