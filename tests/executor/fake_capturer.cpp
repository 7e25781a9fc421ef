// A capturer whose behaviour is set by FAKE_CAPTURER.
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <string>
#include <thread>
#include "tests/support/binary_streams.h"

static void answer(const std::string& warning) {
  std::cout
      << R"({"protocol":"franz.capturer.v2","screenshot_b64":"cGljdHVyZQ==","applied":[true],)"
      << R"("screen":{"origin_x":0,"origin_y":0,"width":1920,"height":1080},"renderer":1,)"
      << R"("plain_sha256":"ab","warnings":[{"code":"echo","text":")" << warning << "\"}]}"
      << std::endl;
}

int main(int count, char** arguments) {
  franz::use_binary_streams();
  const char* mode = std::getenv("FAKE_CAPTURER");
  const std::string what = mode == nullptr ? "" : mode;
  if (what == "crash") std::abort();
  if (what == "refuse") {
    std::cerr << "capturer: request: /width: expected 1..8192\n";
    return 1;
  }
  if (what == "hang") {
    for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
  }
  if (what == "rubbish") {
    std::cout << "<html>not a picture</html>\n";
    return 0;
  }
  if (what == "silence") return 0;
  if (count > 1 && std::string(arguments[1]) == "--lines") {
    int number = 0;
    for (std::string line; std::getline(std::cin, line);) {
      if (++number == 2 && what == "crash at the second") std::abort();
      if (number == 2 && what == "hang at the second")
        for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
      answer("line " + std::to_string(number));
    }
    return 0;
  }
  // Echoes its request as a warning, so that a test can check it.
  std::string request, warning;
  std::getline(std::cin, request, '\0');
  for (const char c : request) warning += c == '"' || c == '\\' ? '\'' : c == '\n' ? ' ' : c;
  answer(warning);
}
