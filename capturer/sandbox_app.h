#pragma once
// The sandbox in its folder: canvas and state are read, drawn on and written back by the redo rule
// of sandbox/sandbox_state.h.
#include <optional>
#include <string>
#include "capturer/render/picture.h"
#include "capturer/sandbox/canvas.h"
#include "capturer/sandbox/sandbox_state.h"
#include "common/base/result.h"
#include "common/os/file_pieces.h"
#include "common/wire/capturer_messages.h"

namespace franz::capturer {
// One turn. Damaged files are set aside under a name ending in .corrupt, and never written over
// where that fails; a folder that cannot be written costs the permanence of the ink, not the
// picture: both are told in the reply's warnings. A canvas file of another size than asked for
// keeps its own. Failure: something else than a file is in the place of one of them.
Result<CaptureReply> capture_sandbox(const CaptureRequest& request);

// The drawing as a process has it in memory from one turn to the next: the canvas as its file holds
// it, with the state that was drawn on it.
struct KeptDrawing {
  std::string run_dir;
  FileStamp file;  // of the canvas, when it was written last
  SandboxState state;
  Canvas canvas;
  Picture plain;  // the same at a picture's size, without marks and overlays
};

// The same, file for file and pixel for pixel, in less time: the canvas is read and the last turn
// drawn again only where `kept` is of another run, or its files are not as they were left; of the
// picture, only what the turn changes is made anew. Whoever changes the files between two turns
// does it in a way that their stamps tell. Nothing is kept of a turn that could not be saved, nor
// where no turn follows.
enum class Follows { nothing, another_turn };
Result<CaptureReply> capture_sandbox(const CaptureRequest& request,
                                     std::optional<KeptDrawing>& kept, Follows follows);
}  // namespace franz::capturer
