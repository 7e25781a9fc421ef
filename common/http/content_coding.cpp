#include "common/http/content_coding.h"
#include <zlib.h>
#include <array>
#include <string>
#include <utility>
#include "common/base/ascii.h"

namespace franz {
namespace {
bool is_gzip(std::string_view coding) {
  return equal_ignoring_case(coding, "gzip") || equal_ignoring_case(coding, "x-gzip");
}

class DecodingReader : public ReplyReader {
 public:
  DecodingReader(std::string_view coding, std::unique_ptr<ReplyReader> reader)
      : gzip_(is_gzip(coding)), reader_(std::move(reader)) {}
  ~DecodingReader() override { inflateEnd(&stream_); }  // without effect before the first byte
  DecodingReader(const DecodingReader&) = delete;
  DecodingReader& operator=(const DecodingReader&) = delete;

  bool feed(std::string_view bytes) override {
    if (state_ == State::damaged || state_ == State::too_large) return false;
    if (bytes.empty() || reader_->done()) return true;
    if (state_ == State::not_begun) begin(static_cast<unsigned char>(bytes.front()));
    if (state_ == State::plain) return reader_->feed(bytes);
    return inflate_all(bytes);
  }

  bool brought_something() const override { return reader_->brought_something(); }
  bool has_text() const override { return reader_->has_text(); }
  std::size_t held() const override { return reader_->held(); }
  bool done() const override { return reader_->done(); }
  std::string take_content() override { return reader_->take_content(); }
  std::string take_reasoning() override { return reader_->take_reasoning(); }

  ModelReply finish(End end) override {
    if (state_ == State::too_large) return reader_->finish(End::too_large);
    const bool is_cut = state_ == State::damaged || state_ == State::inside;
    ModelReply reply = reader_->finish(is_cut && end == End::whole ? End::broken : end);
    if (state_ == State::damaged && !reply.done) {
      reply.kind = ModelReply::Kind::error;
      reply.error.text = std::string("its body is not valid ") + (gzip_ ? "gzip" : "deflate");
    }
    return reply;
  }

 private:
  enum class State {
    not_begun,  // no byte has arrived
    plain,      // not coded, whatever the head says
    inside,
    ended,  // the coding has ended: no byte may follow
    damaged,
    too_large,
  };

  void begin(unsigned char first) {
    constexpr int kGzipWindow = 15 + 16, kZlibWindow = 15, kRawWindow = -15;
    constexpr unsigned char kGzipMagic = 0x1f, kZlibMethod = 8;
    if (gzip_ && first != kGzipMagic) {
      state_ = State::plain;
      return;
    }
    const int window = gzip_                            ? kGzipWindow
                       : (first & 0x0fU) == kZlibMethod ? kZlibWindow
                                                        : kRawWindow;
    state_ = inflateInit2(&stream_, window) == Z_OK ? State::inside : State::damaged;
  }

  bool inflate_all(std::string_view bytes) {
    std::array<unsigned char, std::size_t{16} << 10U> decoded;
    // zlib does not change its input; its type is older than const.
    stream_.next_in = reinterpret_cast<unsigned char*>(const_cast<char*>(bytes.data()));
    stream_.avail_in = static_cast<unsigned>(bytes.size());
    do {
      if (state_ != State::inside) return fail(State::damaged);
      stream_.next_out = decoded.data();
      stream_.avail_out = static_cast<unsigned>(decoded.size());
      const int result = inflate(&stream_, Z_SYNC_FLUSH);
      if (result == Z_STREAM_END) state_ = State::ended;
      // Z_BUF_ERROR: all of the input was used before.
      if (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR)
        return fail(State::damaged);
      const std::size_t size = decoded.size() - stream_.avail_out;
      decoded_bytes_ += size;
      if (decoded_bytes_ > kMaxMessage) return fail(State::too_large);
      if (size > 0 && !reader_->feed({reinterpret_cast<const char*>(decoded.data()), size}))
        return false;
      if (reader_->done()) return true;
    } while (stream_.avail_in > 0 || (state_ == State::inside && stream_.avail_out == 0));
    return true;
  }

  bool fail(State state) {
    state_ = state;
    return false;
  }

  const bool gzip_;
  std::unique_ptr<ReplyReader> reader_;
  State state_ = State::not_begun;
  z_stream stream_ = {};
  std::size_t decoded_bytes_ = 0;
};
}  // namespace

bool can_decode(std::string_view coding) {
  return is_gzip(coding) || equal_ignoring_case(coding, "deflate");
}

std::unique_ptr<ReplyReader> decoding_reader(std::string_view coding,
                                             std::unique_ptr<ReplyReader> reader) {
  if (!can_decode(coding)) return reader;
  return std::make_unique<DecodingReader>(coding, std::move(reader));
}
}  // namespace franz
