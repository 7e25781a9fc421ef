#include "tests/capturer/render_sandbox.h"
#include "capturer/render/resize.h"
#include "capturer/sandbox/canvas.h"
#include "capturer/sandbox/ink.h"
#include "capturer/sandbox/sandbox_picture.h"

namespace franz::capturer {
std::vector<Action> actions_of(const std::vector<std::string>& calls) {
  return to_actions(parse_actions(calls).value());
}

DrawnPicture render_sandbox(const std::vector<std::string>& earlier,
                            const std::vector<std::string>& actions, const PictureOptions& options,
                            const CellFont& cells) {
  Canvas canvas(options.canvas);
  Trace trace;
  for (const std::vector<std::string>* turn : {&earlier, &actions}) {
    trace = trace_actions(actions_of(*turn), {}, trace.after, canvas.size(), cells);
    draw_ink(canvas, trace.actions);
  }
  return draw_picture(resize(canvas.view(), options.picture),
                      plan_picture(trace, options, canvas.size()));
}
}  // namespace franz::capturer
