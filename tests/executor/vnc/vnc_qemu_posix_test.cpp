// vnc_bridge with QEMU's own server, and a machine that boots far enough to type back.
#include <gtest/gtest.h>
#include <fstream>
#include "common/os/files.h"
#include "common/os/temporary_folder.h"
#include "tests/executor/vnc/vnc_world.h"
#include "tests/support/free_port.h"
#include "tests/support/wait_until.h"

namespace franz::executor {
namespace {
// The machine's first sector. It writes ">" to the serial port when it is ready, then each key to
// the screen and to the serial port. Escape changes the screen to 640x480.
constexpr unsigned char kEcho[] = {
    0x31, 0xDB,        // 00       xor bx, bx
    0xBA, 0xF8, 0x03,  // 02       mov dx, 3F8h
    0xB0, 0x3E,        // 05       mov al, '>'
    0xEE,              // 07       out dx, al
    0xB4, 0x00,        // 08 next: mov ah, 0
    0xCD, 0x16,        // 0A       int 16h: wait for a key
    0x3C, 0x1B,        // 0C       cmp al, 1Bh
    0x75, 0x07,        // 0E       jne 17
    0xB8, 0x12, 0x00,  // 10       mov ax, 12h
    0xCD, 0x10,        // 13       int 10h: set the mode
    0xEB, 0xF1,        // 15       jmp next
    0xBA, 0xF8, 0x03,  // 17       mov dx, 3F8h
    0xEE,              // 1A       out dx, al
    0xB4, 0x0E,        // 1B       mov ah, 0Eh
    0xCD, 0x10,        // 1D       int 10h: write the character
    0x3C, 0x0D,        // 1F       cmp al, 0Dh
    0x75, 0xE5,        // 21       jne next
    0xB0, 0x0A,        // 23       mov al, 0Ah
    0xEE,              // 25       out dx, al
    0xB4, 0x0E,        // 26       mov ah, 0Eh
    0xCD, 0x10,        // 28       int 10h
    0xEB, 0xDC,        // 2A       jmp next
};

BridgeRequest asked(BridgeRequest::Kind kind, const std::string& text = "") {
  BridgeRequest made;
  made.kind = kind;
  made.text = text;
  if (kind == BridgeRequest::Kind::look) made.area = {0, 0, 640, 400};
  return made;
}

class VncQemu : public testing::Test {
 protected:
  void SetUp() override {
    auto folder = TemporaryFolder::make("qemu");
    ASSERT_TRUE(folder.ok());
    folder_ = std::move(folder).value();
    std::string sector(reinterpret_cast<const char*>(kEcho), sizeof kEcho);
    sector.resize(510, '\0');
    sector += "\x55\xAA";
    std::ofstream(folder_->path() + "/disk", std::ios::binary) << sector;
    serial_ = folder_->path() + "/serial";
    std::uint16_t port = 0;
    // The machine begins when the VNC server listens.
    for (int tries = 0; tries < kPortTries && echoed() != ">"; ++tries) {
      port = free_port();
      machine_ = std::make_unique<LaunchedProgram>(
          "qemu-system-x86_64",
          std::vector<std::string>{
              "-name",    "box",
              "-display", "none",
              "-vnc",     "127.0.0.1:" + std::to_string(port - 5900),
              "-accel",   "tcg",
              "-m",       "16",
              "-drive",   "file=" + folder_->path() + "/disk,format=raw,if=floppy",
              "-boot",    "a",
              "-serial",  "file:" + serial_,
              "-monitor", "none",
              "-net",     "none"});
      wait_until([&] { return machine_->has_ended() || echoed() == ">"; });
      if (!machine_->has_ended()) break;
    }
    ASSERT_EQ(echoed(), ">") << machine_->errors();
    bridge_ = std::make_unique<RunningBridge>(port);
    const BridgeEvent ready = bridge_->next_event();
    EXPECT_EQ(ready.text, "");
    EXPECT_EQ(ready.server, "QEMU (box)");
    connection_ = bridge_->connect();
    ASSERT_TRUE(connection_);
  }

  std::string echoed() const {
    const auto text = read_file(serial_, 1U << 20U);
    return text.ok() ? text.value() : "";
  }

  std::unique_ptr<TemporaryFolder> folder_;
  std::string serial_;
  std::unique_ptr<LaunchedProgram> machine_;
  std::unique_ptr<RunningBridge> bridge_;
  std::unique_ptr<BridgeConnection> connection_;
};

TEST_F(VncQemu, TypesEveryCharacterOfAUsKeyboard) {
  std::string before, after;
  EXPECT_EQ(outcome(connection_->ask(asked(BridgeRequest::Kind::look), &before)), "ok");
  std::string text;
  for (char code = ' '; code <= '~'; ++code) text.push_back(code);
  EXPECT_EQ(outcome(connection_->ask(asked(BridgeRequest::Kind::type, text + "\n"))), "ok");
  EXPECT_TRUE(wait_until([&] { return echoed() == ">" + text + "\r\n"; })) << echoed();
  EXPECT_EQ(outcome(connection_->ask(asked(BridgeRequest::Kind::look), &after)), "ok");
  EXPECT_EQ(before.size(), after.size());
  EXPECT_NE(before, after);
  EXPECT_EQ(outcome(connection_->ask(asked(BridgeRequest::Kind::type, "Zürich"))),
            "missing: the VNC server of QEMU cannot type ü (U+00FC)");
}

TEST_F(VncQemu, ResizesItsScreen) {
  BridgeRequest escape = asked(BridgeRequest::Kind::key);
  escape.name = "escape";
  for (const bool down : {true, false}) {
    escape.down = down;
    EXPECT_EQ(outcome(connection_->ask(escape)), "ok");
  }
  EXPECT_TRUE(wait_until([&] {
    const auto looked = connection_->ask(asked(BridgeRequest::Kind::look));
    return looked.ok() && looked.value().size == Size{640, 480};
  }));
}
}  // namespace
}  // namespace franz::executor
