#pragma once
// The sandbox in its folder: reads canvas and state, draws, and writes them back as described in
// sandbox/sandbox_state.h.
#include <optional>
#include <string>
#include "capturer/render/picture.h"
#include "capturer/sandbox/canvas.h"
#include "capturer/sandbox/sandbox_state.h"
#include "common/base/result.h"
#include "common/os/file_pieces.h"
#include "common/wire/capturer_messages.h"

namespace franz::capturer {
// One turn. Damaged files are quarantined under a name ending in .corrupt; if that fails, they are
// not overwritten. If the folder cannot be written, the ink is not permanent, but there is a
// picture. The reply's warnings report both. A canvas file of another size than requested keeps its
// size. Failure: something other than a file has the name of one of them.
Result<CaptureReply> capture_sandbox(const CaptureRequest& request);

// The drawing that a process keeps in memory between turns: the canvas as in its file, with the
// state that was drawn on it.
struct KeptDrawing {
  std::string run_dir;
  FileStamp file;  // of the canvas, after the last write
  SandboxState state;
  Canvas canvas;
  Picture plain;  // the canvas at a picture's size, without marks and overlays
};

// The same result, file for file and pixel for pixel, in less time. The canvas is read and the last
// turn drawn again only if `kept` is of another run or the files have changed. Only the changed
// parts of the picture are computed again. Anyone who changes the files between two turns must
// change their stamps. Nothing is kept if the turn could not be saved or if no turn follows.
enum class Follows { nothing, another_turn };
Result<CaptureReply> capture_sandbox(const CaptureRequest& request,
                                     std::optional<KeptDrawing>& kept, Follows follows);
}  // namespace franz::capturer
