#pragma once
// std::visit with a lambda for each alternative. A missing alternative does not compile.
//   std::visit(Overload{[](int number) {…}, [](const std::string& text) {…}}, value);

namespace franz {
template <typename... Cases>
struct Overload : Cases... {
  using Cases::operator()...;
};
template <typename... Cases>
Overload(Cases...) -> Overload<Cases...>;
}  // namespace franz
