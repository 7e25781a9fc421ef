// A person at a terminal; the terminal is a pseudo-terminal.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <unistd.h>
#include <array>
#include <cstdlib>
#include "common/os/console.h"
#include "common/os/files.h"

namespace franz {
namespace {
// Standard input and standard error refer to this file while it lives.
class Streams {
 public:
  explicit Streams(const std::string& path)
      : input_(::dup(STDIN_FILENO)), errors_(::dup(STDERR_FILENO)) {
    const int file = ::open(path.c_str(), O_RDWR | O_NOCTTY);
    EXPECT_GE(file, 0) << path;
    ::dup2(file, STDIN_FILENO);
    ::dup2(file, STDERR_FILENO);
    ::close(file);
  }
  ~Streams() {
    ::dup2(input_, STDIN_FILENO);
    ::dup2(errors_, STDERR_FILENO);
    ::close(input_);
    ::close(errors_);
  }
  Streams(const Streams&) = delete;
  Streams& operator=(const Streams&) = delete;

 private:
  int input_, errors_;
};

// The person's side of a terminal.
class Terminal {
 public:
  Terminal() : person_(::posix_openpt(O_RDWR | O_NOCTTY)) {
    EXPECT_GE(person_, 0);
    EXPECT_EQ(::grantpt(person_), 0);
    EXPECT_EQ(::unlockpt(person_), 0);
  }
  ~Terminal() { ::close(person_); }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  std::string path() const { return ::ptsname(person_); }
  void type(const std::string& text) const {
    EXPECT_EQ(::write(person_, text.data(), text.size()), static_cast<ssize_t>(text.size()));
  }
  // Its output once it contains `part`: the system delivers it asynchronously.
  std::string screen_with(const std::string& part) const {
    constexpr int kLongestMs = 20'000;
    std::string shown;
    pollfd waiting{person_, POLLIN, 0};
    while (shown.find(part) == shown.npos && ::poll(&waiting, 1, kLongestMs) > 0) {
      std::array<char, 4096> piece{};
      const ssize_t count = ::read(person_, piece.data(), piece.size());
      if (count <= 0) break;
      shown.append(piece.data(), static_cast<std::size_t>(count));
    }
    return shown;
  }

 private:
  int person_;
};
}  // namespace

TEST(Console, AsksWhereThereIsATerminal) {
  std::array<std::optional<std::string>, 4> answers;
  std::string screen;
  bool without = true, with = false;
  {
    const Streams nobody("/dev/null");
    without = can_ask();
  }
  {
    const Terminal terminal;
    const Streams person(terminal.path());
    with = can_ask();
    terminal.type("draw a c\u00e4t\n\nlast\n\x04");
    for (auto& answer : answers) answer = ask_person("What? ");
    screen = terminal.screen_with("What? ");
  }
  EXPECT_FALSE(without);
  EXPECT_TRUE(with);
  EXPECT_EQ(answers[0], "draw a c\u00e4t");
  EXPECT_EQ(answers[1], "");
  EXPECT_EQ(answers[2], "last");
  EXPECT_EQ(answers[3], std::nullopt) << "Ctrl-D";
  EXPECT_NE(screen.find("What? "), std::string::npos) << screen;
}
}  // namespace franz
