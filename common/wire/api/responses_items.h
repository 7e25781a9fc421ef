#pragma once
// The output items of a reply of the Responses API: which of them an event is about, and their
// order. An event names its item by id, by output index, by both or by neither, and not every
// server keeps to its own ids.
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace franz {
class OutputItems {
 public:
  static constexpr std::size_t kMost = 10'000;

  enum class Kind : std::uint8_t { message, reasoning, call, computer };
  // How a text became known. What an earlier source brought, a later one only says again.
  enum class Source : std::uint8_t { none, deltas, text, part, item, response };
  struct Name {
    std::string_view id;             // inner characters; empty: not said
    std::optional<long long> index;  // nothing: not said
    std::string_view call_id = {};   // of a call; empty: not said
  };
  enum class Event {
    added,  // announces an item
    whole,  // tells all of one
    piece,  // tells something of one
  };
  struct Item {
    Kind kind;
    std::string id, call_id;  // as in Name
    long long index = 0;      // of an item that has none the one before it
    bool announced = false;
    std::size_t call = 0;  // of a call or a computer call: its place in ModelReply::calls
    Source arguments = Source::none;  // likewise
  };

  // The item's place here, in the order of arrival; of one that is not known, it is added. Ids of
  // more than 200 bytes count as none. Nothing: there are kMost already.
  std::optional<std::size_t> place_of(Kind kind, Name name, Event event);
  // A further one.
  std::optional<std::size_t> add(Kind kind, const Name& name);

  Item& at(std::size_t place) { return items_[place]; }
  const Item& at(std::size_t place) const { return items_[place]; }
  std::size_t size() const { return items_.size(); }

  // Items in the order of their reply ascend in this.
  std::pair<long long, std::size_t> order_of(std::size_t place) const {
    return {items_[place].index, place};
  }

 private:
  std::optional<std::size_t> find(Kind kind, const Name& name, Event event) const;

  std::vector<Item> items_;
  std::map<std::string, std::size_t, std::less<>> by_id_;
  std::map<std::pair<Kind, long long>, std::size_t> by_index_;  // the newest
  std::map<Kind, std::size_t> newest_;
};
}  // namespace franz
