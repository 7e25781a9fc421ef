#pragma once
// The parts of the page that `proxy export` writes and GET /export.html sends: head, one part per
// turn, foot. Together they are one self-contained HTML document: pictures are data URIs, and its
// Content-Security-Policy allows neither scripts nor network.
#include <cstdint>
#include <string>
#include <vector>
#include "proxy/offline/export/html_text.h"
#include "proxy/offline/export/shown_turn.h"

namespace franz::proxy {
// Near the beginning of each exported page; identifies an earlier export.
inline constexpr const char* kExportMark = "<meta name=\"generator\" content=\"FRANZ export\">";

// An entry of the table of contents, in order of turns.
struct PageEntry {
  enum class Kind {
    turn,        // its record can be read
    unreadable,  // its record exists but cannot be read
    gap,         // turns `turn` to `last` have no record
    dropped,     // turns `turn` to `last` are omitted: the page would be too large
  };
  Kind kind = Kind::turn;
  int turn = 0, last = 0;
  // For a turn.
  TurnOutcome outcome = TurnOutcome::none;
  Verdict verdict = Verdict::not_applicable;
  int actions = 0;
  long long tokens = 0;
};

struct PageHead {
  ShownRun run;
  std::vector<PageEntry> entries;
  bool redacted = false;
  std::vector<std::string> left_out;  // to limit the file's size: one sentence each
  std::string last_png;  // the last picture shown, for the top of the page; empty: none
  int last_png_turn = 0;
};
std::string page_head(const PageHead& head);

struct PageLinks {
  int before = 0, after = 0;  // neighbouring turns with their own part; 0: none
};

struct PagePicture {
  std::string png;  // its bytes; empty: not shown
  std::string
      instead;  // why it is not shown: "left out: …", "turn_0007.png: No such file or directory"
  std::string warning;  // for a picture that differs from the recorded one
};

std::string page_turn(const ShownTurn& turn, const PagePicture& picture, const PageLinks& links,
                      TextLimit limit);

// For entries without a turn. `why`: for unreadable ones; empty: not stated.
std::string page_hole(const PageEntry& entry, const std::string& why);

std::string page_foot(const std::string& version);

// "23 ok, 1 first": the counts of the verdicts, largest first.
std::string verdict_summary(const std::vector<PageEntry>& entries);
}  // namespace franz::proxy
