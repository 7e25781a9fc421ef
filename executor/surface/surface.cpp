#include "executor/surface/surface.h"
#include <algorithm>
#include <utility>

namespace franz::executor {
std::span<const Item> runnable(const Turn& turn) {
  const std::span items(turn.reading.items);
  if (turn.rules.on_error == OnError::skip) return items;
  std::size_t count = 0;
  while (count < items.size() && items[count].call) ++count;
  return items.first(count);
}

static bool picture_is_due(const Turn& turn) {
  return turn.request.picture == PictureDue::always || !turn.request.reply || turn.reading.done ||
         std::ranges::any_of(turn.reading.items, asks_for_picture);
}

Result<CaptureReply, ChildFailure> capture(const Turn& turn, std::vector<Call> actions,
                                           const Ports& ports, std::vector<int> numbers,
                                           PictureWanted wanted) {
  const std::size_t count = actions.size();
  Result<CaptureReply, ChildFailure> reply = ports.capture_screen(
      {turn.request.options, turn.rules, std::move(actions), std::move(numbers),
       wanted == PictureWanted::in_any_case || picture_is_due(turn)});
  if (!reply.ok() || reply.value().applied.size() == count) return reply;
  return ChildFailure{ChildFailure::Kind::unreadable, 0,
                      "answer: /applied: expected " + std::to_string(count) + " entries"};
}

ItemResult malformed(const Item& item) {
  ItemResult result;
  result.outcome = Outcome::malformed;
  result.why = item.error ? item.error->text : "";
  return result;
}
}  // namespace franz::executor
