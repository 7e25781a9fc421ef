#include "common/formats/dialect.h"
#include <utility>
#include "common/base/utf8.h"

namespace franz {
std::vector<Item> items_of(ReadCalls read, const Source& source) {
  std::vector<Item> items;
  items.reserve(read.statements.size());
  for (std::size_t i = 0; i < read.statements.size(); ++i) {
    Statement& statement = read.statements[i];
    Item item;
    if (statement.call)
      item.call =
          with_normalised_places(*std::move(statement.call), source.coordinates, source.seen);
    item.written = std::move(statement.written);
    item.line = statement.line;
    if (i == read.failed) item.error = read.error;
    items.push_back(std::move(item));
  }
  return items;
}

void set_places(const Call& call, const Screen& screen, ItemResult& result) {
  const auto pixel = [&](const std::optional<MapPoint>& at) -> std::optional<Point> {
    if (!at) return std::nullopt;
    return to_pixel(*at, screen);
  };
  const std::optional<MapPoint> start = start_point(call), end = end_point(call);
  result.from = pixel(start);
  result.to = end != start ? pixel(end) : std::nullopt;
}

CallError error_without_line(std::string kind, const std::string& message) {
  return {std::move(kind), to_valid_utf8(message), 0, ""};
}
}  // namespace franz
