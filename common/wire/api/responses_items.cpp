#include "common/wire/api/responses_items.h"
#include "common/wire/api/server_words.h"

namespace franz {
static bool may_be_same(std::string_view a, std::string_view b) {
  return a.empty() || b.empty() || a == b;
}

std::optional<std::size_t> OutputItems::find(Kind kind, const Name& name, Event event) const {
  const auto fits = [&](std::size_t place) {
    return items_[place].kind == kind && may_be_same(items_[place].call_id, name.call_id);
  };
  if (!name.id.empty()) {
    const auto known = by_id_.find(name.id);
    if (known != by_id_.end() && fits(known->second)) return known->second;
  }
  // Some servers create a new id for each event: then the index identifies the item. An
  // announcement under a known index is a new item, since some servers give all items the same
  // index.
  const auto newest = name.index ? by_index_.find({kind, *name.index}) : by_index_.end();
  if (newest != by_index_.end() && fits(newest->second) &&
      (event != Event::added || !items_[newest->second].announced))
    return newest->second;
  const auto last = newest_.find(kind);
  if (name.index || event == Event::added || last == newest_.end() || !fits(last->second))
    return std::nullopt;
  const bool same = event == Event::piece || may_be_same(items_[last->second].id, name.id);
  return same ? std::optional(last->second) : std::nullopt;
}

std::optional<std::size_t> OutputItems::place_of(Kind kind, Name name, Event event) {
  if (name.id.size() > kMaxName) name.id = {};
  if (name.call_id.size() > kMaxName) name.call_id = {};
  const std::optional<std::size_t> found = find(kind, name, event);
  const std::optional<std::size_t> place = found ? found : add(kind, name);
  if (!place) return std::nullopt;
  Item& item = items_[*place];
  if (item.id.empty() && !name.id.empty()) {
    item.id = name.id;
    by_id_[item.id] = *place;
  }
  if (item.call_id.empty()) item.call_id = name.call_id;
  if (event == Event::added) item.announced = true;
  return place;
}

std::optional<std::size_t> OutputItems::add(Kind kind, const Name& name) {
  if (items_.size() == kMost) return std::nullopt;
  const std::size_t place = items_.size();
  Item item{kind, std::string(name.id), std::string(name.call_id)};
  item.index = name.index ? *name.index : items_.empty() ? 0 : items_.back().index;
  items_.push_back(std::move(item));
  if (!name.id.empty()) by_id_[std::string(name.id)] = place;
  if (name.index) by_index_[{kind, *name.index}] = place;
  newest_[kind] = place;
  return place;
}
}  // namespace franz
