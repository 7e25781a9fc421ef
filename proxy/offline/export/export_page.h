#pragma once
// The pieces of the page that `proxy export` writes and GET /export.html sends: head, then one
// piece a turn, then foot. Joined they are one HTML document that needs nothing else: pictures are
// data URIs, no script runs, and its Content-Security-Policy allows neither script nor network.
#include <cstdint>
#include <string>
#include <vector>
#include "proxy/offline/export/html_text.h"
#include "proxy/offline/export/shown_turn.h"

namespace franz::proxy {
// Stands near the beginning of each exported page: by it an earlier export is known.
inline constexpr const char* kExportMark = "<meta name=\"generator\" content=\"FRANZ export\">";

// One entry of the table of contents, in order of turns.
struct PageEntry {
  enum class Kind {
    turn,        // its record can be read
    unreadable,  // there is a record, and it cannot
    gap,         // turns `turn` to `last` have no record
    dropped,     // turns `turn` to `last` are left out: the page would be too large
  };
  Kind kind = Kind::turn;
  int turn = 0, last = 0;
  // Of a turn.
  TurnOutcome outcome = TurnOutcome::none;
  Verdict verdict = Verdict::not_applicable;
  int actions = 0;
  long long tokens = 0;
};

struct PageHead {
  ShownRun run;
  std::vector<PageEntry> entries;
  bool redacted = false;
  std::vector<std::string> left_out;  // for the file's size: a sentence each
  std::string last_png;               // the last picture shown, to open with; empty: none
  int last_png_turn = 0;
};
std::string page_head(const PageHead& head);

struct PageLinks {
  int before = 0, after = 0;  // turns with a piece of their own; 0: none
};

struct PagePicture {
  std::string png;      // its bytes; empty: not shown
  std::string instead;  // why not: "left out: …", "turn_0007.png: No such file or directory"
  std::string warning;  // with a picture that is not the recorded one
};

std::string page_turn(const ShownTurn& turn, const PagePicture& picture, const PageLinks& links,
                      TextLimit limit);

// For the entries that are no turn. `why` for unreadable ones; empty: not said.
std::string page_hole(const PageEntry& entry, const std::string& why);

std::string page_foot(const std::string& version);

// "23 ok, 1 first": the verdicts of the entries, most first.
std::string verdict_summary(const std::vector<PageEntry>& entries);
}  // namespace franz::proxy
