#pragma once
// Shared by the *_posix.cpp files.
#include <string_view>
#include <utility>

namespace franz {
// Owns a file descriptor; -1: none.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor();
  bool ok() const { return number_ >= 0; }
  int number() const { return number_; }
  int release() { return std::exchange(number_, -1); }

 private:
  int number_;
};

// Waits until everything is written. False: errno has the reason, and a part may be written.
bool write_all(int descriptor, std::string_view bytes);
}  // namespace franz
