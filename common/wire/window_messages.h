#pragma once
// What `executor --list-windows` prints, a JSON object a line, the topmost window first:
//   {"id":4711,"title":"Save as","app":"Zenity","pid":99,"screen":{"origin_x":10,"origin_y":20,
//    "width":300,"height":200},"minimised":false,"active":true,"owners":[4700]}
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"
#include "common/geometry/screen_map.h"

namespace franz {
// Title and name are a program's own words: UTF-8, but not fit to be shown as they are.
struct ListedWindow {
  std::uint64_t id = 0;  // the system's own
  std::string title = {};
  std::string app = {};  // the program's name for its windows, "XTerm"; empty: it has none
  long long pid = 0;     // 0: it does not tell
  Screen area = {};      // without its frame, in pixels of the screen
  bool minimised = false;
  bool active = false;                        // has the focus
  std::vector<std::uint64_t> owner_ids = {};  // of a dialog or menu: the windows it belongs to
  friend bool operator==(const ListedWindow&, const ListedWindow&) = default;
};

// Failure: names the line, from 1, and the field: "line 2: /id: expected …".
Result<std::vector<ListedWindow>> parse_window_list(std::string_view lines);
std::string to_json(const ListedWindow& window);  // without the line's end
}  // namespace franz
