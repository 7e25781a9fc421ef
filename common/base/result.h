#pragma once
// A value, or the reason why there is none: failure is part of a function's type, never thrown.
#include <string>
#include <utility>
#include <variant>

namespace franz {
// Codes that programs decide by. The message is for people.
enum class ErrorCode {
  failed,         // no more specific code
  missing,        // no file, folder or field of that name
  not_a_file,     // a link, FIFO or device instead of a regular file or folder
  too_large,      // over the limit for its kind
  other_version,  // written by another version of our own formats
  denied,         // no permission, or a read-only disk
  lost,           // the connection to a screen is gone; nothing was sent
  unfinished,     // it ended while input was sent: it is unknown how much arrived
};

// For the operators: what was tried, on what, and why it failed. Each layer adds its part in front.
struct Error {
  std::string message;
  ErrorCode code = ErrorCode::failed;
};

// The value of an operation that only succeeds or fails.
struct Done {};

// Reading the side that is not set is a defect of the caller and stops the program.
template <typename T, typename E = Error>
class [[nodiscard]] Result {
 public:
  Result(T value) : outcome_(std::in_place_index<0>, std::move(value)) {}
  Result(E error) : outcome_(std::in_place_index<1>, std::move(error)) {}

  bool ok() const { return outcome_.index() == 0; }
  const T& value() const& { return std::get<0>(outcome_); }
  T& value() & { return std::get<0>(outcome_); }
  T value() && { return std::get<0>(std::move(outcome_)); }
  const E& error() const { return std::get<1>(outcome_); }

 private:
  std::variant<T, E> outcome_;
};

using Status = Result<Done>;

// The same error with a layer's own part in front: within("state.json", {"no such file"}).
inline Error within(const std::string& what, const Error& error) {
  return Error{what + ": " + error.message, error.code};
}
}  // namespace franz
