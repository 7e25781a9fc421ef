#include <windows.h>
#include <algorithm>
#include <chrono>
#include <cstring>
#include <memory>
#include <optional>
#include <thread>
#include <utility>
#include <vector>
#include "common/desktop/input_desktop.h"
#include "common/os/clock.h"
#include "common/os/win32_support.h"
#include "executor/desktop/clipboard.h"

namespace franz::executor {
namespace {
constexpr int kClipboardTakenWait = 5000, kClipboardOpenWait = 2000,
              kClipboardLookMs = 10;           // milliseconds
constexpr std::size_t kMaxKept = 64UL << 20U;  // bytes of the earlier contents
constexpr const wchar_t* kWindowClass = L"FranzClipboard";

// Only one program can open the clipboard at a time.
class OpenClipboard {
 public:
  explicit OpenClipboard(HWND owner) {
    const auto end = steady_time_ms() + kClipboardOpenWait;
    while (!(open_ = ::OpenClipboard(owner) != 0) && steady_time_ms() < end)
      std::this_thread::sleep_for(std::chrono::milliseconds(kClipboardLookMs));
  }
  ~OpenClipboard() {
    if (open_) ::CloseClipboard();
  }
  OpenClipboard(const OpenClipboard&) = delete;
  OpenClipboard& operator=(const OpenClipboard&) = delete;
  explicit operator bool() const { return open_; }

 private:
  bool open_ = false;
};

Error taken() { return Error{"another program keeps the clipboard for itself"}; }

// A copy in global memory, which the clipboard will own; nothing: out of memory.
HGLOBAL global_copy(const void* bytes, std::size_t size) {
  const HGLOBAL memory = ::GlobalAlloc(GMEM_MOVEABLE, std::max<std::size_t>(size, 1));
  void* const place = memory == nullptr ? nullptr : ::GlobalLock(memory);
  if (place == nullptr) return nullptr;
  std::memcpy(place, bytes, size);
  ::GlobalUnlock(memory);
  return memory;
}

struct Format {
  UINT number = 0;
  std::vector<char> bytes;
};

// The contents of the clipboard. Windows derives some picture formats (not memory) from others.
struct Contents {
  std::vector<Format> formats;
  bool all = true;  // no format was too large or of a kind that cannot be kept
};

bool is_memory(UINT format) {
  switch (format) {
    case CF_BITMAP:
    case CF_PALETTE:
    case CF_METAFILEPICT:
    case CF_ENHMETAFILE:
    case CF_OWNERDISPLAY:
    case CF_DSPBITMAP:
    case CF_DSPMETAFILEPICT:
    case CF_DSPENHMETAFILE: return false;
    default: return format < CF_GDIOBJFIRST || format > CF_GDIOBJLAST;
  }
}

// Requires an open clipboard.
Contents read_contents() {
  Contents contents;
  std::size_t total = 0;
  for (UINT format = 0; (format = ::EnumClipboardFormats(format)) != 0;) {
    if (!is_memory(format)) {
      const bool made_of_others = format == CF_BITMAP || format == CF_PALETTE;
      contents.all = contents.all && made_of_others;
      continue;
    }
    const HANDLE memory = ::GetClipboardData(format);
    const std::size_t size = memory == nullptr ? 0 : ::GlobalSize(memory);
    const void* bytes = memory == nullptr ? nullptr : ::GlobalLock(memory);
    if (bytes == nullptr || total + size > kMaxKept) {
      contents.all = false;
      continue;
    }
    total += size;
    const auto* first = static_cast<const char*>(bytes);
    contents.formats.push_back({format, {first, first + size}});
    ::GlobalUnlock(memory);
  }
  return contents;
}

// The text is provided when a program requests it; this shows that it was read.
// Source: "Clipboard Operations", delayed rendering.
class OfferedText {
 public:
  static Result<std::unique_ptr<OfferedText>> make(std::wstring text) {
    const HINSTANCE program = ::GetModuleHandleW(nullptr);
    WNDCLASSW kind{};
    kind.lpfnWndProc = on_message;
    kind.hInstance = program;
    kind.lpszClassName = kWindowClass;
    ::RegisterClassW(&kind);  // may be registered already
    std::unique_ptr<OfferedText> offered(new OfferedText(std::move(text)));
    offered->window_ = ::CreateWindowExW(0, kWindowClass, L"", 0, 0, 0, 0, 0, HWND_MESSAGE, nullptr,
                                         program, nullptr);
    if (offered->window_ == nullptr) return win32::last_error("the clipboard");
    ::SetWindowLongPtrW(offered->window_, GWLP_USERDATA, reinterpret_cast<LONG_PTR>(offered.get()));
    return offered;
  }
  ~OfferedText() { ::DestroyWindow(window_); }
  OfferedText(const OfferedText&) = delete;
  OfferedText& operator=(const OfferedText&) = delete;

  HWND window() const { return window_; }
  bool taken() const { return taken_; }

  // Requires that the clipboard is open for our window.
  bool put() {
    if (::EmptyClipboard() == 0) return false;
    ::SetClipboardData(CF_UNICODETEXT, nullptr);
    // These formats exclude the text from clipboard monitors, which would read it before the
    // program that it is meant for. Source: "Cloud Clipboard and Clipboard History Formats".
    for (const wchar_t* const name :
         {L"ExcludeClipboardContentFromMonitorProcessing", L"CanIncludeInClipboardHistory",
          L"CanUploadToCloudClipboard"}) {
      constexpr DWORD kNo = 0;
      if (const HGLOBAL memory = global_copy(&kNo, sizeof kNo); memory != nullptr)
        ::SetClipboardData(::RegisterClipboardFormatW(name), memory);
    }
    return ::IsClipboardFormatAvailable(CF_UNICODETEXT) != 0;
  }

  // Handles requests until one was served or the time is over.
  void answer_for(int milliseconds) {
    const auto end = steady_time_ms() + milliseconds;
    for (MSG message{}; !taken_;) {
      const auto left = end - steady_time_ms();
      if (left <= 0) return;
      ::MsgWaitForMultipleObjects(0, nullptr, FALSE, static_cast<DWORD>(left), QS_ALLINPUT);
      while (::PeekMessageW(&message, nullptr, 0, 0, PM_REMOVE) != 0) ::DispatchMessageW(&message);
    }
  }

 private:
  explicit OfferedText(std::wstring text) : text_(std::move(text)) {}

  static LRESULT CALLBACK on_message(HWND window, UINT message, WPARAM format, LPARAM rest) {
    auto* const offered =
        reinterpret_cast<OfferedText*>(::GetWindowLongPtrW(window, GWLP_USERDATA));
    if (message == WM_RENDERFORMAT && format == CF_UNICODETEXT && offered != nullptr) {
      const std::size_t size = (offered->text_.size() + 1) * sizeof(wchar_t);
      ::SetClipboardData(CF_UNICODETEXT, global_copy(offered->text_.c_str(), size));
      offered->taken_ = true;
      return 0;
    }
    return ::DefWindowProcW(window, message, format, rest);
  }

  std::wstring text_;
  HWND window_ = nullptr;
  bool taken_ = false;
};

// Line ends in Windows texts are CR LF.
std::wstring with_windows_lines(const std::wstring& text) {
  std::wstring lines;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == L'\n' && (i == 0 || text[i - 1] != L'\r')) lines += L'\r';
    lines += text[i];
  }
  return lines;
}

class Win32Clipboard : public Clipboard {
 public:
  Result<PasteReport> paste(std::string_view text, bool,
                            const std::function<Status()>& press) override {
    auto offered = OfferedText::make(with_windows_lines(win32::to_wide(text)));
    if (!offered.ok()) return offered.error();
    OfferedText& ours = *offered.value();
    Contents before;
    {
      const OpenClipboard open(ours.window());
      if (!open) return taken();
      before = read_contents();
      if (!ours.put()) return taken();
    }
    const Status pressed = press();
    if (pressed.ok()) ours.answer_for(kClipboardTakenWait);
    PasteReport report;
    report.taken = ours.taken();
    report.note = give_back(before, ours);
    if (!pressed.ok()) return pressed.error();
    return report;
  }

 private:
  // Returns an empty text if the earlier contents are restored.
  static std::string give_back(const Contents& before, const OfferedText& ours) {
    const OpenClipboard open(ours.window());  // waits for the program that is still reading
    if (!open) return "what was in the clipboard before is lost: " + taken().message;
    if (::GetClipboardOwner() != ours.window())
      return "another program has put something else into the clipboard meanwhile";
    ::EmptyClipboard();
    bool all = before.all;
    for (const Format& each : before.formats) {
      const HGLOBAL memory = global_copy(each.bytes.data(), each.bytes.size());
      // A null handle would mean delayed rendering.
      if (memory == nullptr || ::SetClipboardData(each.number, memory) == nullptr) all = false;
    }
    return all ? "" : "some of what was in the clipboard before is lost";
  }
};
}  // namespace

Result<std::unique_ptr<Clipboard>> open_clipboard(const std::string& display, const std::string&) {
  if (const Status usable = use_windows_display(display); !usable.ok()) return usable.error();
  return std::unique_ptr<Clipboard>(std::make_unique<Win32Clipboard>());
}
}  // namespace franz::executor
