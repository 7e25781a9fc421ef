#pragma once
// Reads answers with a Content-Encoding (RFC 9110 §8.4.1) from a copy of their bytes.
#include <memory>
#include <string_view>
#include "common/wire/api/model_reply.h"

namespace franz {
// Whether answers with this header value can be read: "gzip", "x-gzip" or "deflate".
bool can_decode(std::string_view coding);

// A reader that decodes the body's bytes as they arrive and passes them to `reader`. Any other
// coding, or none: `reader` itself. As common clients do, it accepts "deflate" without its zlib
// header. A body that does not begin as gzip although its head says so is read as it is.
//
// Failure: feed() returns false, and the result is an error that says why, if the body is damaged,
// has bytes after its end, or decodes to more than kMaxMessage bytes. A body that ends before its
// coding ends is cut. The decoder needs about 44 KiB, which held() does not count.
std::unique_ptr<ReplyReader> decoding_reader(std::string_view coding,
                                             std::unique_ptr<ReplyReader> reader);
}  // namespace franz
