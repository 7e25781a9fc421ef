// Another person at the screen, as a process: win32_person DOES…, each of
//   move X,Y   moves to a pixel             press VK / release VK   a key, by its number
//   down / up  the left button              wait MS
#include <windows.h>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include "executor/desktop/absolute_place.h"

namespace {
void send(INPUT input) { ::SendInput(1, &input, sizeof input); }

INPUT mouse(DWORD flags) {
  INPUT input{};
  input.type = INPUT_MOUSE;
  input.mi.dwFlags = flags;
  return input;
}

INPUT key(int code, DWORD flags) {
  INPUT input{};
  input.type = INPUT_KEYBOARD;
  input.ki.wVk = static_cast<WORD>(code);
  input.ki.wScan = static_cast<WORD>(::MapVirtualKeyW(input.ki.wVk, MAPVK_VK_TO_VSC));
  input.ki.dwFlags = flags;
  return input;
}
}  // namespace

int main(int count, char** words) {
  for (int i = 1; i < count; ++i) {
    const std::string_view does(words[i]);
    const char* const value = i + 1 < count ? words[i + 1] : "";
    if (does == "down" || does == "up") {
      send(mouse(does == "down" ? MOUSEEVENTF_LEFTDOWN : MOUSEEVENTF_LEFTUP));
      continue;
    }
    ++i;
    if (does == "move") {
      int x = 0, y = 0;
      if (std::sscanf(value, "%d,%d", &x, &y) != 2) return 2;
      INPUT input = mouse(MOUSEEVENTF_MOVE | MOUSEEVENTF_ABSOLUTE | MOUSEEVENTF_VIRTUALDESK);
      input.mi.dx = franz::executor::to_absolute(x - ::GetSystemMetrics(SM_XVIRTUALSCREEN),
                                                 ::GetSystemMetrics(SM_CXVIRTUALSCREEN));
      input.mi.dy = franz::executor::to_absolute(y - ::GetSystemMetrics(SM_YVIRTUALSCREEN),
                                                 ::GetSystemMetrics(SM_CYVIRTUALSCREEN));
      send(input);
    } else if (does == "press") {
      send(key(std::atoi(value), 0));
    } else if (does == "release") {
      send(key(std::atoi(value), KEYEVENTF_KEYUP));
    } else if (does == "wait") {
      ::Sleep(static_cast<DWORD>(std::atoi(value)));
    } else {
      return 2;
    }
  }
  return 0;
}
