// Deflate as RFC 1951 has it, with blocks of the dynamic kind alone and no distance but 1. Numbers
// of sections are that document's.
#include "common/picture/run_deflate.h"
#include <libdeflate.h>
#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <vector>

namespace franz {
namespace {
// A byte, or 256 + length - 3 of a run that goes on behind its first byte: 3 to 258 bytes of it.
using Token = std::uint16_t;
constexpr unsigned kRun = 256, kTokens = 512;
constexpr std::ptrdiff_t kShortest = 3, kLongest = 258;
constexpr std::size_t kBlockTokens = 1U
                                     << 15U;  // codes fit the part of the picture that they are of

constexpr std::size_t kSymbols = 286, kEndOfBlock = 256;
constexpr unsigned kLongestCode = 15, kLongestLengthCode = 7;  // 3.2.7

// The symbol of a run's length, and what is told beside it (3.2.5).
struct Coded {
  std::uint16_t symbol, extra;
  std::uint8_t extra_bits;
};
constexpr std::array<Coded, kTokens> coded_tokens() {
  std::array<Coded, kTokens> all{};
  for (std::uint16_t byte = 0; byte < kRun; ++byte) all[byte] = {byte, 0, 0};
  unsigned token = kRun;
  for (std::uint16_t symbol = 257; symbol < 285; ++symbol) {
    const auto bits = static_cast<std::uint8_t>(symbol < 265 ? 0 : (symbol - 261) / 4);
    for (std::uint16_t extra = 0; extra < 1U << bits && token < kTokens; ++extra)
      all[token++] = {symbol, extra, bits};
  }
  all[kTokens - 1] = {285, 0, 0};  // the longest has a symbol of its own
  return all;
}
constexpr std::array<Coded, kTokens> kCoded = coded_tokens();

std::uint64_t eight_at(const std::uint8_t* bytes) {
  std::uint64_t eight = 0;
  std::memcpy(&eight, bytes, sizeof eight);
  return eight;
}

// The end of the bytes that are as `value`.
const std::uint8_t* end_of_run(const std::uint8_t* at, const std::uint8_t* end,
                               std::uint8_t value) {
  const std::uint64_t all = value * 0x0101010101010101U;
  while (end - at >= 8 && eight_at(at) == all) at += 8;
  while (at != end && *at == value) ++at;
  return at;
}

struct Tokens {
  std::unique_ptr<Token[]> list = std::make_unique_for_overwrite<Token[]>(kBlockTokens);
  std::size_t count = 0;
  std::array<std::uint32_t, kTokens> times{};  // each is in the list

  // Takes as many bytes as there is room for; the first that was not taken.
  const std::uint8_t* read(const std::uint8_t* at, const std::uint8_t* const end) {
    times.fill(0);
    Token* next = list.get();
    Token* const stop = next + kBlockTokens;
    const auto add = [&](unsigned token) {
      *next++ = static_cast<Token>(token);
      ++times[token];
    };
    while (at != end && next != stop) {
      const std::uint8_t value = *at++;
      add(value);
      if (at == end || *at != value) continue;
      const std::uint8_t* const run_end = end_of_run(at, end, value);
      for (; run_end - at >= kShortest && next != stop;) {
        const std::ptrdiff_t length = std::min(run_end - at, kLongest);
        add(kRun + static_cast<unsigned>(length - kShortest));
        at += length;
      }
    }
    count = static_cast<std::size_t>(next - list.get());
    return at;
  }
};

// Huffman's: how long the code of each symbol is by how often it comes, 0 of one that does not.
// Where one would be too long, rare symbols are taken for less rare until none is.
void find_code_lengths(std::span<const std::uint32_t> times, unsigned longest,
                       std::span<std::uint8_t> lengths) {
  struct Node {
    std::uint32_t times;
    std::uint16_t symbol, parent;
  };
  std::array<Node, 2 * kSymbols> nodes;
  std::ranges::fill(lengths, std::uint8_t{0});
  std::size_t leaves = 0;
  for (std::size_t symbol = 0; symbol < times.size(); ++symbol)
    if (times[symbol] > 0) nodes[leaves++] = {times[symbol], static_cast<std::uint16_t>(symbol), 0};
  std::sort(nodes.begin(), nodes.begin() + static_cast<std::ptrdiff_t>(leaves),
            [](const Node& a, const Node& b) {
              return a.times != b.times ? a.times < b.times : a.symbol < b.symbol;
            });
  if (leaves == 1) lengths[nodes[0].symbol] = 1;
  for (bool fits = leaves < 2; !fits;) {
    // The two rarest of leaves and inner nodes, each in their order, become one.
    const std::size_t all = 2 * leaves - 1;
    std::size_t leaf = 0, inner = leaves;
    for (std::size_t made = leaves; made < all; ++made) {
      nodes[made].times = 0;
      for (int i = 0; i < 2; ++i) {
        const bool is_leaf =
            leaf < leaves && (inner == made || nodes[leaf].times <= nodes[inner].times);
        Node& rarest = nodes[is_leaf ? leaf++ : inner++];
        rarest.parent = static_cast<std::uint16_t>(made);
        nodes[made].times += rarest.times;
      }
    }
    std::array<std::uint16_t, 2 * kSymbols> depth{};
    fits = true;
    for (std::size_t node = all - 1; node-- > 0;) {
      depth[node] = static_cast<std::uint16_t>(depth[nodes[node].parent] + 1);
      if (node >= leaves) continue;
      lengths[nodes[node].symbol] = static_cast<std::uint8_t>(depth[node]);
      fits = fits && depth[node] <= longest;
    }
    if (!fits)
      for (std::size_t i = 0; i < leaves; ++i) nodes[i].times = (nodes[i].times + 1) / 2;
  }
}

struct Code {
  std::uint32_t bits = 0;  // the first is the lowest
  unsigned length = 0;
};

// 3.2.2: codes of a length follow each other, in the symbols' order.
template <std::size_t count>
std::array<Code, count> codes_of(const std::array<std::uint8_t, count>& lengths) {
  std::array<std::uint32_t, kLongestCode + 2> next{};
  for (const std::uint8_t length : lengths)
    if (length > 0) ++next[length + 1U];
  for (unsigned length = 2; length < next.size(); ++length)
    next[length] = (next[length] + next[length - 1]) << 1U;
  std::array<Code, count> codes{};
  for (std::size_t symbol = 0; symbol < count; ++symbol) {
    const unsigned length = lengths[symbol];
    if (length == 0) continue;
    std::uint32_t code = next[length]++, reversed = 0;
    for (unsigned bit = 0; bit < length; ++bit, code >>= 1U)
      reversed = reversed << 1U | (code & 1U);
    codes[symbol] = {reversed, length};
  }
  return codes;
}

// Bits, from the lowest of each byte on (3.1.1), into memory that has room for eight bytes more.
class BitWriter {
 public:
  explicit BitWriter(std::uint8_t* to) : to_(to) {}

  // At most 57 bits between two calls of settle().
  void add(std::uint64_t bits, unsigned count) {
    waiting_ |= bits << held_;
    held_ += count;
  }
  void settle() {
    for (unsigned i = 0; i < 8; ++i) to_[i] = static_cast<std::uint8_t>(waiting_ >> 8 * i);
    to_ += held_ / 8;
    waiting_ >>= held_ / 8 * 8;
    held_ %= 8;
  }
  // What does not fill a byte yet, and the place behind those that are full.
  std::uint64_t waiting() const { return waiting_; }
  unsigned held() const { return held_; }
  std::uint8_t* place() const { return to_; }

 private:
  std::uint8_t* to_;
  std::uint64_t waiting_ = 0;
  unsigned held_ = 0;
};

// How the lengths of codes are told (3.2.7): a length, or what repeats one.
struct LengthToken {
  std::uint8_t symbol, extra, extra_bits;
};
std::vector<LengthToken> told_lengths(std::span<const std::uint8_t> lengths) {
  std::vector<LengthToken> told;
  for (std::size_t at = 0; at < lengths.size();) {
    const std::uint8_t value = lengths[at];
    std::size_t same = 1;
    while (at + same < lengths.size() && lengths[at + same] == value) ++same;
    at += same;
    const auto repeat = [&](std::uint8_t symbol, std::size_t least, std::size_t most,
                            std::uint8_t bits) {
      for (; same >= least; same -= std::min(same, most))
        told.push_back({symbol, static_cast<std::uint8_t>(std::min(same, most) - least), bits});
    };
    if (value == 0) {
      repeat(18, 11, 138, 7);
      repeat(17, 3, 10, 3);
    } else {
      told.push_back({value, 0, 0});
      --same;
      repeat(16, 3, 6, 2);
    }
    for (; same > 0; --same) told.push_back({value, 0, 0});
  }
  return told;
}

class Deflater {
 public:
  explicit Deflater(std::string& out) : out_(out) {}

  void block(const Tokens& tokens, bool is_last) {
    std::array<std::uint32_t, kSymbols> times{};
    for (std::size_t token = 0; token < kTokens; ++token)
      times[kCoded[token].symbol] += tokens.times[token];
    times[kEndOfBlock] = 1;
    std::array<std::uint8_t, kSymbols> lengths{};
    find_code_lengths(times, kLongestCode, lengths);
    const std::array<Code, kSymbols> codes = codes_of(lengths);

    // What each token is written as: its symbol's code, the rest of a run's length, and the code of
    // distance 1, which is the only one, a bit long and 0.
    std::array<Code, kTokens> written;
    std::size_t bits = kMostHeaderBits + codes[kEndOfBlock].length;
    for (std::size_t token = 0; token < kTokens; ++token) {
      const auto& [symbol, extra, extra_bits] = kCoded[token];
      const Code& code = codes[symbol];
      written[token] = {code.bits | std::uint32_t{extra} << code.length,
                        code.length + extra_bits + (token >= kRun ? 1U : 0U)};
      bits += std::size_t{tokens.times[token]} * written[token].length;
    }

    const std::size_t before = out_.size();
    out_.resize(before + bits / 8 + 16);
    BitWriter writer(reinterpret_cast<std::uint8_t*>(out_.data()) + before);
    writer.add(left_, left_bits_);
    write_header(writer, lengths, is_last);
    // Two take 44 bits at most.
    std::size_t i = 0;
    for (; i + 1 < tokens.count; i += 2) {
      const Code &one = written[tokens.list[i]], &two = written[tokens.list[i + 1]];
      writer.add(one.bits, one.length);
      writer.add(two.bits, two.length);
      writer.settle();
    }
    if (i < tokens.count) writer.add(written[tokens.list[i]].bits, written[tokens.list[i]].length);
    writer.add(codes[kEndOfBlock].bits, codes[kEndOfBlock].length);
    writer.settle();
    left_ = writer.waiting();
    left_bits_ = writer.held();
    out_.resize(static_cast<std::size_t>(writer.place() -
                                         reinterpret_cast<const std::uint8_t*>(out_.data())));
  }

  // The bits that fill no byte.
  void finish() {
    if (left_bits_ > 0) out_ += static_cast<char>(left_);
  }

 private:
  // 17 bits, 19 lengths of three, and at most 15 bits for each of the lengths.
  static constexpr std::size_t kMostHeaderBits = 17 + 19 * 3 + (kSymbols + 1) * 15;
  // The order in which the lengths of the lengths' codes are told (3.2.7).
  static constexpr std::array<std::uint8_t, 19> kLengthOrder{16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                                             11, 4,  12, 3, 13, 2, 14, 1, 15};

  static void write_header(BitWriter& writer, const std::array<std::uint8_t, kSymbols>& lengths,
                           bool is_last) {
    std::array<std::uint8_t, kSymbols + 1> all{};
    std::size_t symbols = kSymbols;
    while (symbols > kEndOfBlock + 1 && lengths[symbols - 1] == 0) --symbols;
    std::copy_n(lengths.begin(), symbols, all.begin());
    all[symbols] = 1;  // of distance 1
    const std::vector<LengthToken> told = told_lengths(std::span(all).first(symbols + 1));
    std::array<std::uint32_t, kLengthOrder.size()> times{};
    for (const LengthToken& each : told) ++times[each.symbol];
    std::array<std::uint8_t, kLengthOrder.size()> length_lengths{};
    find_code_lengths(times, kLongestLengthCode, length_lengths);
    const auto codes = codes_of(length_lengths);
    std::size_t count = kLengthOrder.size();
    while (count > 4 && length_lengths[kLengthOrder[count - 1]] == 0) --count;

    writer.add(is_last ? 1 : 0, 1);
    writer.add(2, 2);  // dynamic codes
    writer.add(symbols - 257, 5);
    writer.add(0, 5);  // one distance
    writer.add(count - 4, 4);
    writer.settle();
    for (std::size_t i = 0; i < count; ++i) {
      writer.add(length_lengths[kLengthOrder[i]], 3);
      writer.settle();
    }
    for (const auto& [symbol, extra, extra_bits] : told) {
      writer.add(codes[symbol].bits, codes[symbol].length);
      writer.add(extra, extra_bits);
      writer.settle();
    }
  }

  std::string& out_;
  std::uint64_t left_ = 0;
  unsigned left_bits_ = 0;
};
}  // namespace

void append_runs_deflated(std::string& out, std::span<const std::uint8_t> bytes) {
  out.append("\x78\x01", 2);  // RFC 1950 2.2: deflate, a window of 32 KiB, fast
  const std::uint8_t* at = bytes.data();
  const std::uint8_t* const end = at + bytes.size();
  Deflater deflater(out);
  Tokens tokens;
  do {
    at = tokens.read(at, end);
    deflater.block(tokens, at == end);
  } while (at != end);
  deflater.finish();
  const std::uint32_t sum = libdeflate_adler32(1, bytes.data(), bytes.size());
  for (const unsigned shift : {24U, 16U, 8U, 0U}) out += static_cast<char>(sum >> shift);
}
}  // namespace franz
