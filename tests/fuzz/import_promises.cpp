#include "tests/fuzz/import_promises.h"
#include "proxy/offline/trajectory/atif_reading.h"

namespace franz::proxy {
static std::string broken_turn(const AtifTurn& turn, int number) {
  const Result<TurnRecord> read = parse_turn_record(to_json(turn.record));
  if (!read.ok()) return "a record is refused: " + read.error().message;
  if (to_json(read.value()) != to_json(turn.record)) return "a record changes when it is read";
  if (turn.record.turn != number) return "the turns are not in order";
  if (turn.record.verdict != Verdict::unwitnessed) return "a turn is witnessed";
  if (!turn.picture) return "";
  const AtifPicture& picture = *turn.picture;
  if (picture.path.empty() == picture.data.empty()) return "a picture without one address";
  if (!picture.path.empty() && path_inside(picture.path) != picture.path)
    return "a picture is outside";
  return "";
}

std::string broken_atif_promise(std::string_view text) {
  const Result<AtifRun> read = read_atif(std::string(text));
  if (!read.ok()) return read.error().message.empty() ? "a refusal without a reason" : "";
  const AtifRun& run = read.value();
  if (run.turns.empty() || run.turns.size() > kMaxAtifSteps + 1) return "too many turns, or none";
  int number = 0;
  for (const AtifTurn& turn : run.turns)
    if (std::string broken = broken_turn(turn, ++number); !broken.empty()) return broken;
  return "";
}
}  // namespace franz::proxy
