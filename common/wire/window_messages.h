#pragma once
// The output of `executor --list-windows`, one JSON object per line, the topmost window first:
//   {"id":4711,"title":"Save as","app":"Zenity","pid":99,"screen":{"origin_x":10,"origin_y":20,
//    "width":300,"height":200},"minimised":false,"active":true,"owners":[4700]}
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"
#include "common/geometry/screen_map.h"

namespace franz {
// Title and app come from the program: valid UTF-8, but unsafe to print unchanged.
struct ListedWindow {
  std::uint64_t id = 0;  // the system's own
  std::string title = {};
  std::string app = {};  // the program's name for its windows, "XTerm"; empty: none
  long long pid = 0;     // 0: not reported
  Screen area = {};      // without its frame, in pixels of the screen
  bool minimised = false;
  bool active = false;                        // has the focus
  std::vector<std::uint64_t> owner_ids = {};  // for a dialog or menu: the windows that own it
  friend bool operator==(const ListedWindow&, const ListedWindow&) = default;
};

// Failure: names the line, from 1, and the field: "line 2: /id: expected …".
Result<std::vector<ListedWindow>> parse_window_list(std::string_view lines);
std::string to_json(const ListedWindow& window);  // without the line's end
}  // namespace franz
