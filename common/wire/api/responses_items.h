#pragma once
// The output items of a Responses API reply: finds the item of an event, and keeps their order. An
// event names its item by id, by output index, by both or by neither, and some servers do not use
// their own ids consistently.
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
  // Where a text was first found. Later sources only repeat it.
  enum class Source : std::uint8_t { none, deltas, text, part, item, response };
  struct Name {
    std::string_view id;             // inner characters; empty: not given
    std::optional<long long> index;  // nothing: not given
    std::string_view call_id = {};   // of a call; empty: not given
  };
  enum class Event {
    added,  // announces an item
    whole,  // contains a complete item
    piece,  // contains a piece of an item
  };
  struct Item {
    Kind kind;
    std::string id, call_id;  // as in Name
    long long index = 0;      // the previous item's if it has none
    bool announced = false;
    std::size_t call = 0;             // of a (computer) call: index in ModelReply::calls
    Source arguments = Source::none;  // for calls
  };

  // The item's place here, in order of arrival; an unknown item is added. Ids of more than 200
  // bytes are ignored. Nothing: there are already kMost items.
  std::optional<std::size_t> place_of(Kind kind, Name name, Event event);
  // Adds an item.
  std::optional<std::size_t> add(Kind kind, const Name& name);

  Item& at(std::size_t place) { return items_[place]; }
  const Item& at(std::size_t place) const { return items_[place]; }
  std::size_t size() const { return items_.size(); }

  // A sort key for the order of items in the reply.
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
