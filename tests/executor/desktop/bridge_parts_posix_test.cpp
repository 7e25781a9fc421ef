// Acting and looking on a screen behind a bridge.
#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>
#include "common/desktop/screen_view.h"
#include "common/tools/call_grammar.h"
#include "executor/desktop/desktop.h"
#include "executor/desktop/screen_commands.h"
#include "tests/support/fake_bridge.h"

namespace franz::executor {
namespace {
using Kind = BridgeRequest::Kind;

constexpr Size kScreen{40, 20};
constexpr Screen kMap{0, 0, 1001, 501};

BridgeAnswer done() { return {.size = kScreen, .pointer = {7, 8}}; }

BridgeAnswer failed(BridgeCode code, std::string message) {
  return {.ok = false, .code = code, .message = std::move(message)};
}

BridgeAnswer answer_all(const BridgeRequest&, std::string&) { return done(); }

struct Result {
  std::string requests, outcome;
};

// What a call asks of the bridge, and how it ends.
Result performed(const std::string& canonical, FakeBridge& bridge) {
  DesktopOptions options;
  options.display = bridge.display();
  auto desktop = open_desktop(options);
  if (!desktop.ok()) return {"", desktop.error().message};
  const auto call = parse_canonical_call(canonical);
  if (!call.ok()) return {"", call.error().message};
  const Performed made = desktop.value()->perform(call.value(), kMap);
  return {bridge.requests(),
          std::string(outcome_name(made.outcome)) + (made.why.empty() ? "" : ": " + made.why)};
}
}  // namespace

TEST(BridgeParts, ACallBecomesRequests) {
  const struct {
    std::string call, requests;
  } cases[] = {
      {"left_click(10, 20)", R"({"do":"move","x":10,"y":10}
{"do":"button","button":"left","down":true}
{"do":"button","button":"left","down":false}
{"do":"look","x":0,"y":0,"width":1,"height":1}
)"},
      {"scroll(0, 0, -1)", R"({"do":"move","x":0,"y":0}
{"do":"wheel","direction":"down"}
{"do":"look","x":0,"y":0,"width":1,"height":1}
)"},
      {"hotkey(\"ctrl\", \"s\")", R"({"do":"key","key":"ctrl","down":true}
{"do":"key","key":"s","down":true}
{"do":"key","key":"s","down":false}
{"do":"key","key":"ctrl","down":false}
{"do":"look","x":0,"y":0,"width":1,"height":1}
)"},
      {"type(\"a\\nb\")", R"({"do":"can_type","text":"a\nb"}
{"do":"type","text":"a\n"}
{"do":"type","text":"b"}
{"do":"look","x":0,"y":0,"width":1,"height":1}
)"},
      {"paste(\"ab\")", R"({"do":"clipboard","text":"ab"}
{"do":"key","key":"ctrl","down":true}
{"do":"key","key":"v","down":true}
{"do":"key","key":"v","down":false}
{"do":"key","key":"ctrl","down":false}
{"do":"pasted"}
{"do":"look","x":0,"y":0,"width":1,"height":1}
)"},
  };
  for (const auto& [call, requests] : cases) {
    FakeBridge bridge(answer_all);
    const Result result = performed(call, bridge);
    EXPECT_EQ(result.requests, requests) << call;
    EXPECT_EQ(result.outcome, "done") << call;
  }
}

TEST(BridgeParts, SendsNothingOfATextThatCannotBeTypedWhole) {
  FakeBridge bridge([](const BridgeRequest& request, std::string&) {
    return request.kind == Kind::can_type ? failed(BridgeCode::missing, "QEMU cannot type U+6771")
                                          : done();
  });
  const Result result = performed("type(\"abc\\n\xE6\x9D\xB1\")", bridge);
  EXPECT_EQ(result.outcome, "refused: QEMU cannot type U+6771");
  EXPECT_EQ(result.requests.find(R"("do":"type")"), std::string::npos) << result.requests;
}

TEST(BridgeParts, TypesWhatTheClipboardCannotCarry) {
  FakeBridge bridge([](const BridgeRequest& request, std::string&) {
    return request.kind == Kind::clipboard
               ? failed(BridgeCode::missing, "the clipboard of VNC carries Latin-1 only")
               : done();
  });
  const Result result = performed("paste(\"\xE6\x9D\xB1\")", bridge);
  EXPECT_EQ(result.outcome, "done: it was typed: the clipboard of VNC carries Latin-1 only");
  EXPECT_NE(result.requests.find(R"({"do":"type","text":")"), std::string::npos);
}

TEST(BridgeParts, PausesBetweenCharactersDoNotSplitTheCheckOfAText) {
  FakeBridge bridge([](const BridgeRequest& request, std::string&) {
    return request.kind == Kind::can_type && request.text.size() > 1
               ? failed(BridgeCode::missing, "QEMU cannot type U+6771")
               : done();
  });
  DesktopOptions options;
  options.display = bridge.display();
  const auto desktop = open_desktop(options);
  ASSERT_TRUE(desktop.ok()) << desktop.error().message;
  Call call = parse_canonical_call("type(\"ab\xE6\x9D\xB1\")").value();
  call.interval_ms = 1;
  EXPECT_EQ(desktop.value()->perform(call, kMap).outcome, Outcome::refused);
  EXPECT_EQ(bridge.requests().find(R"("do":"type")"), std::string::npos) << bridge.requests();
}

TEST(BridgeParts, InputThatTheScreenDidNotConfirmIsUnknown) {
  FakeBridge bridge([](const BridgeRequest& request, std::string&) {
    return request.kind == Kind::look ? failed(BridgeCode::failed, "no answer for 8 s") : done();
  });
  EXPECT_EQ(performed("left_click(10, 20)", bridge).outcome, "unknown: no answer for 8 s");
}

TEST(BridgeParts, APasteThatIsCutOffIsUnknown) {
  const struct {
    Kind at;
    BridgeCode code;
    std::string outcome;
  } cases[] = {{Kind::clipboard, BridgeCode::lost, "refused: gone"},
               {Kind::key, BridgeCode::lost, "refused: gone"},
               {Kind::key, BridgeCode::unfinished, "unknown: gone"},
               {Kind::pasted, BridgeCode::lost, "unknown: gone"},
               {Kind::pasted, BridgeCode::failed, "partial: gone"}};
  for (const auto& [at, code, outcome] : cases) {
    FakeBridge bridge([at = at, code = code](const BridgeRequest& request, std::string&) {
      return request.kind == at ? failed(code, "gone") : done();
    });
    EXPECT_EQ(performed("paste(\"ab\")", bridge).outcome, outcome);
  }
}

// Each request of a drag, cut off: what was not sent is refused, the rest is unknown.
TEST(BridgeParts, AnActionThatIsCutOffIsUnknown) {
  const struct {
    int at;
    BridgeCode code;
    std::string outcome;
  } cases[] = {{1, BridgeCode::lost, "refused: the connection is lost"},
               {1, BridgeCode::unfinished, "unknown: the connection is lost"},
               {3, BridgeCode::lost, "unknown: the connection is lost"},
               {3, BridgeCode::unfinished, "unknown: the connection is lost"}};
  for (const auto& [at, code, outcome] : cases) {
    int inputs = 0;
    FakeBridge bridge([&, at = at, code = code](const BridgeRequest& request, std::string&) {
      if (request.kind != Kind::move && request.kind != Kind::button) return done();
      return ++inputs >= at ? failed(code, "the connection is lost") : done();
    });
    EXPECT_EQ(performed("drag(0, 0, 500, 500)", bridge).outcome, outcome) << at;
  }
}

TEST(BridgeParts, ABridgeThatEndsIsUnknownToo) {
  FakeBridge* ended = nullptr;
  FakeBridge bridge([&ended](const BridgeRequest& request, std::string&) {
    if (request.kind == Kind::button) ended->hang_up();
    return done();
  });
  ended = &bridge;
  EXPECT_EQ(performed("left_click(10, 20)", bridge).outcome, "unknown: the screen bridge ended");
}

TEST(BridgeParts, StartsNoProgramOfThisMachineOnAnother) {
  FakeBridge bridge(answer_all);
  EXPECT_EQ(performed("launch(\"true\")", bridge).outcome,
            "refused: no program can be started on the screen of a VNC server");
}

TEST(BridgeParts, TheViewHasThePixelsAndAPointer) {
  FakeBridge bridge([](const BridgeRequest& request, std::string& data) {
    if (request.kind == Kind::windows) return failed(BridgeCode::missing, "no windows");
    if (request.kind == Kind::look)
      data.assign(static_cast<std::size_t>(request.area.width * request.area.height) * 4, 'x');
    return done();
  });
  const auto view = open_screen_view(bridge.display());
  ASSERT_TRUE(view.ok()) << view.error().message;
  const auto monitors = view.value()->monitors();
  ASSERT_TRUE(monitors.ok());
  EXPECT_EQ(monitors.value().front().area, (Screen{0, 0, 40, 20}));
  const auto pixels = view.value()->grab({-5, 2, 30, 10});
  ASSERT_TRUE(pixels.ok()) << pixels.error().message;
  EXPECT_EQ(pixels.value().bgrx, std::vector<std::uint8_t>(30 * 10 * 4, 'x'));
  const auto pointer = view.value()->pointer();
  ASSERT_TRUE(pointer.ok());
  EXPECT_EQ(pointer.value().at, (Point{7, 8}));
  EXPECT_EQ(pointer.value().bgra.size(),
            static_cast<std::size_t>(pointer.value().size.width * pointer.value().size.height) * 4);
  EXPECT_FALSE(view.value()->shows_windows({0, 0, 40, 20}).value());
}

TEST(BridgeParts, TooFewPixelsAreAnError) {
  FakeBridge bridge([](const BridgeRequest& request, std::string& data) {
    if (request.kind == Kind::look) data = "few";
    return done();
  });
  const auto pixels = open_screen_view(bridge.display()).value()->grab({0, 0, 2, 2});
  ASSERT_FALSE(pixels.ok());
  EXPECT_EQ(pixels.error().message, "the screen bridge sent 3 bytes of pixels, 16 were expected");
}

TEST(BridgeParts, ListsTheWindowsThatAreReported) {
  FakeBridge bridge([](const BridgeRequest& request, std::string& data) {
    if (request.kind == Kind::windows)
      data = R"({"id":7,"title":"Zürich","app":"foot","pid":0,"screen":{"origin_x":0,"origin_y":0,)"
             R"("width":40,"height":20},"minimised":false,"active":true,"owners":[]})"
             "\n";
    return done();
  });
  const auto windows = list_windows(bridge.display());
  ASSERT_TRUE(windows.ok()) << windows.error().message;
  ASSERT_EQ(windows.value().size(), 1U);
  EXPECT_EQ(windows.value().front().app, "foot");
  EXPECT_TRUE(open_screen_view(bridge.display()).value()->shows_windows({0, 0, 40, 20}).value());
}

TEST(BridgeParts, ReleasesEverything) {
  FakeBridge bridge(answer_all);
  EXPECT_TRUE(release_display(bridge.display()).ok());
  EXPECT_EQ(bridge.requests(), "{\"do\":\"release\"}\n");
  // Nothing is held without a connection: the bridge releases everything on the next one.
  FakeBridge away(
      [](const BridgeRequest&, std::string&) { return failed(BridgeCode::lost, "not connected"); });
  EXPECT_TRUE(release_display(away.display()).ok());
}

TEST(BridgeParts, NamesABridgeThatIsNotThere) {
  const auto view = open_screen_view("bridge:vnc:/nowhere/s");
  ASSERT_FALSE(view.ok());
  EXPECT_NE(view.error().message.find("bridge:vnc:/nowhere/s"), std::string::npos);
  EXPECT_FALSE(open_screen_view("bridge:").ok());
  EXPECT_FALSE(open_screen_view("bridge:vnc:" + std::string(200, 'x')).ok());
}
}  // namespace franz::executor
