#pragma once
// The document of an exported run: the dashboard's page with its styles and modules inside, then
// blocks with the answers that the page would request from a proxy, in any order, then the end.
// Its Content-Security-Policy allows this style and this script by their digests, pictures in data:
// and blob: URLs, and no connection.
#include <span>
#include <string>
#include <string_view>
#include "common/base/result.h"
#include "proxy/dashboard/assets.h"

namespace franz::proxy {
// Near the beginning of each exported page; identifies an earlier export.
inline constexpr const char* kExportMark = "<meta name=\"generator\" content=\"FRANZ export\">";

struct ExportFrame {
  std::string head;    // up to the blocks, which are in a <template>
  std::string tail;    // after end_of_blocks()
  std::string policy;  // the Content-Security-Policy
};

// Where the pictures of an export are.
enum class ExportPictures {
  inside,  // in its blocks
  beside,  // in files beside the page, which the policy also allows
};

// `title`: any text. Failure: as bundle_modules(), or the page has no place for its script, or
// style or script would end their element.
Result<ExportFrame> export_frame(std::span<const Asset> assets, std::string_view title,
                                 ExportPictures pictures);

// A block with the answer to a GET of `path`; `json`: valid JSON, so that its `<`, which can only
// be in texts, can be written \u003c and nothing in it ends the block.
std::string json_block(std::string_view path, std::string_view json);
// The same for a picture, in base64.
std::string picture_block(std::string_view path, std::string_view png);
// For a picture in a file beside the page; `file`: its name from there.
std::string picture_file_block(std::string_view path, std::string_view file);

// After the blocks: lines of any text that a browser without scripts shows.
std::string end_of_blocks(std::span<const std::string> lines);

// Any text as HTML: in one line, nothing hidden, < > & and quotes escaped.
std::string html_escaped(std::string_view text);
}  // namespace franz::proxy
