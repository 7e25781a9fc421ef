#include "proxy/dashboard/http_api.h"
#include <gtest/gtest.h>
#include <array>

namespace franz::proxy {
namespace {
constexpr std::array<Asset, 2> kAssets = {
    {{"/", "text/html; charset=utf-8", "<html>"}, {"/js/main.js", "text/javascript", "main"}}};

RunView running_view() {
  RunView view;
  view.apply(ProgramUpdate{"running", "", "T", std::nullopt});
  TurnRow row;
  row.turn = 7;
  row.attempt = 2;
  view.apply(RowsLoaded{{row}});
  view.apply(TurnOpened{8, 2, std::make_shared<const std::string>("record 8"),
                        std::make_shared<const std::string>("PNG 8")});
  return view;
}

ApiRequest get(std::string target) {
  ApiRequest request;
  request.method = "GET";
  request.target = std::move(target);
  request.host = "127.0.0.1:8080";
  return request;
}

// "200 text/html … body", "file NAME", "stream", "runs", "search …",
// "diff with K", "export", "control LINE", "of run K"
std::string shown(const ApiDecision& decision) {
  if (const auto* answer = std::get_if<ApiAnswer>(&decision))
    return std::to_string(answer->status) + " " + *answer->body;
  if (const auto* file = std::get_if<ApiFile>(&decision)) return "file " + file->name;
  if (std::holds_alternative<ApiStream>(decision)) return "stream";
  if (const auto* look = std::get_if<ApiLook>(&decision))
    return "look" + (look->known.empty() ? "" : " known " + look->known);
  if (const auto* person = std::get_if<ApiPerson>(&decision))
    return "person " + std::to_string(static_cast<int>(person->kind)) + " " + person->lease + " " +
           to_json(person->events);
  if (std::holds_alternative<ApiRuns>(decision)) return "runs";
  if (const auto* label = std::get_if<ApiLabel>(&decision))
    return "label " + to_json(RunLabels{{std::to_string(label->run), label->label}});
  if (const auto* of_run = std::get_if<ApiOfRun>(&decision))
    return "of run " + std::to_string(of_run->run);
  if (const auto* asked = std::get_if<ApiAsk>(&decision))
    return "ask turn " + std::to_string(asked->turn) + ", attempt " +
           std::to_string(asked->attempt) + ", model " + asked->changes.model.value_or("-");
  if (const auto* stop = std::get_if<ApiStopInput>(&decision))
    return stop->stop ? "stop input" : "resume input";
  if (std::holds_alternative<ApiModels>(decision)) return "models";
  if (const auto* diff = std::get_if<ApiDiff>(&decision))
    return "diff with " + std::to_string(diff->other);
  if (const auto* page = std::get_if<ApiExport>(&decision))
    return page->redact ? "export, redacted" : "export";
  if (const auto* search = std::get_if<ApiSearch>(&decision))
    return "search " + std::to_string(search->from) + "-" + std::to_string(search->to) + " for " +
           std::to_string(search->query.terms.size()) + ": " + search->query.terms[0].text;
  return "control " + to_json(std::get<ApiControl>(decision).command);
}

std::string answer(const ApiRequest& request, bool exposed = false) {
  return shown(decide(request, {8080, exposed, kAssets, RunKind::live}, running_view()));
}

// The current screen is available only while a run acts on a real screen.
TEST(HttpApi, ShowsTheScreenOfALiveRunOnly) {
  const auto asked = [](const ApiContext& context, const std::string& program,
                        const ApiRequest& request) {
    RunView view;
    view.apply(ProgramUpdate{program, "", "T", std::nullopt});
    return shown(decide(request, context, view));
  };
  const ApiContext on_screen{8080, false, kAssets, RunKind::live, true};
  EXPECT_EQ(asked(on_screen, "running", get("/live.png")), "look");
  EXPECT_EQ(asked(on_screen, "paused", get("/live.png?t=5")), "look");
  EXPECT_EQ(asked(on_screen, "running", get("/live.png?known=seen-12")), "look known seen-12");
  const std::string over = R"(404 {"error":"the run is over: its pictures are recorded"})";
  EXPECT_EQ(asked(on_screen, "finished", get("/live.png")), over);
  EXPECT_EQ(asked(on_screen, "failed", get("/live.png")), over);
  EXPECT_EQ(asked({8080, false, kAssets, RunKind::live, false}, "running", get("/live.png")),
            R"(404 {"error":"this run is not on a real screen"})");
  EXPECT_EQ(asked({8080, false, kAssets, RunKind::recorded, false}, "running", get("/live.png")),
            "of run 0");
  EXPECT_EQ(shown(decide_of_run(get("/live.png?run=3"), running_view())),
            R"(404 {"error":"only the screen of the proxy's own run can be seen live"})");
  ApiRequest foreign = get("/live.png");
  foreign.origin = "http://evil.example";
  EXPECT_EQ(asked(on_screen, "running", foreign),
            R"(403 {"error":"another site's page may not ask this"})");
  ApiRequest post = get("/live.png");
  post.method = "POST";
  post.control = "1";
  EXPECT_EQ(asked(on_screen, "running", post), R"(405 {"error":"this method does not work here"})");
}

TEST(HttpApi, AsksARecordedTurnAgain) {
  const auto asked = [](const ApiContext& context, const std::string& body,
                        const std::string& target = "/api/ask") {
    ApiRequest request = get(target);
    request.method = "POST";
    request.control = "1";
    request.body = body;
    return shown(decide(request, context, running_view()));
  };
  const ApiContext live{8080, false, kAssets, RunKind::live, false, true};
  const ApiContext recorded{8080, false, kAssets, RunKind::recorded, false, true};
  const ApiContext alone{8080, false, kAssets, RunKind::recorded};
  const std::string body = R"({"turn":7,"model":"other"})";
  EXPECT_EQ(asked(live, body), "ask turn 7, attempt 2, model other");
  EXPECT_EQ(asked(live, R"({"turn":7})"), "ask turn 7, attempt 2, model -");
  EXPECT_EQ(asked(live, body, "/api/ask?run=3"), "of run 3");
  EXPECT_EQ(asked(live, body, "/api/ask?run=x"),
            R"(400 {"error":"run: expected a number from /api/runs"})");
  EXPECT_EQ(asked(recorded, body), "of run 0");
  EXPECT_EQ(asked(live, R"({"turn":8})"),
            R"(409 {"error":"turn 8 is in progress: wait for its reply"})");
  EXPECT_EQ(asked(live, R"({"turn":9})"), R"(404 {"error":"there is no turn 9"})");
  EXPECT_EQ(asked(live, R"({"turn":7,"temperature":3})"),
            R"(400 {"error":"/temperature: expected a number from 0 to 2"})");
  const std::string why =
      "there is no model to ask: start the page with proxy replay RUN --upstream URL";
  EXPECT_EQ(asked(alone, body), R"(409 {"error":")" + why + R"("})");
  ApiRequest of_run = get("/api/ask");
  of_run.method = "POST";
  of_run.body = body;
  EXPECT_EQ(shown(decide_of_run(of_run, running_view())), "ask turn 7, attempt 2, model other");

  EXPECT_EQ(shown(decide(get("/api/models"), live, running_view())), "models");
  EXPECT_EQ(shown(decide(get("/api/models"), alone, running_view())),
            R"(200 {"server":null,"models":[],"why":")" + why + R"("})");
  EXPECT_EQ(shown(decide(get("/api/ask"), live, running_view())),
            R"(405 {"error":"this method does not work here"})");
  ApiRequest form = of_run;  // what a form of another site could send
  EXPECT_EQ(shown(decide(form, live, running_view())),
            R"(403 {"error":"the header X-Franz-Control: 1 is missing"})");
  form.control = "1";
  form.origin = "http://evil.example";
  EXPECT_EQ(shown(decide(form, live, running_view())),
            R"(403 {"error":"another site's page may not ask this"})");
  EXPECT_EQ(shown(api_models_answer("http://a", std::vector<std::string>{"m", "n"})),
            R"(200 {"server":"http://a","models":["m","n"],"why":null})");
  EXPECT_EQ(shown(api_models_answer("http://a", Error{"nothing answers"})),
            R"(200 {"server":"http://a","models":[],"why":"nothing answers"})");
}

TEST(HttpApi, ReturnsThePictureOfTheScreenOrTheError) {
  const ApiAnswer seen = api_look_answer(std::string("PNG"), "seen-12");
  EXPECT_EQ(seen.status, 200);
  EXPECT_EQ(seen.etag, "seen-12");
  EXPECT_EQ(seen.type, "image/png");
  EXPECT_EQ(*seen.body, "PNG");
  EXPECT_EQ(shown(api_look_answer(Error{"display :9 cannot be opened"}, "")),
            R"(503 {"error":"the screen cannot be shown: display :9 cannot be opened"})");
}

TEST(HttpApi, AnswersKnownPaths) {
  const std::string nothing = R"(404 {"error":"there is nothing here"})";
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"/", "200 <html>"},
      {"/?x=1", "200 <html>"},
      {"/js/main.js", "200 main"},
      {"/js/other.js", nothing},
      {"/events", "stream"},
      {"/api/runs", "runs"},
      {"/api/log?after=3", R"(200 {"lines":[]})"},
      {"/api/log?after=x", R"(400 {"error":"after: expected a number"})"},
      {"/api/turns?from=9", "200 []"},
      {"/api/turns?to=6", "200 []"},
      {"/api/turns?from=9&to=", "200 []"},
      {"/api/turns?from=-1", R"(400 {"error":"from, to: expected numbers"})"},
      {"/api/outline", R"(200 {"turns":[[7,7]],"outcomes":"n","tokens":0,"latency_ms":0,"timed":0,)"
                       R"("first_time":"","last_time":""})"},
      {"/api/outline?from=9",
       R"(200 {"turns":[],"outcomes":"","tokens":0,"latency_ms":0,"timed":0,"first_time":"",)"
       R"("last_time":""})"},
      {"/api/outline?from=x", R"(400 {"error":"from: expected a number"})"},
      {"/api/outline?run=3", "of run 3"},
      {"/api/turns/8", "200 record 8"},
      {"/api/turns/7", "file turn_0007-2.json"},
      {"/api/turns/12345", R"(404 {"error":"there is no turn 12345"})"},
      {"/turns/8.png", "200 PNG 8"},
      {"/turns/7.png", "file turn_0007-2.png"},
      {"/api/turns/7/request", "file exchange/000/0007-2.request"},
      {"/api/turns/7/cuts", nothing},
      {"/api/turns/8/response", R"(404 {"error":"turn 8 is not in the log yet"})"},
      {"/api/turns/8/response?attempt=3", "file exchange/000/0008-3.response"},
      {"/api/turns/7/response?attempt=1", "file exchange/000/0007-1.response"},
      {"/api/turns/7/response?attempt=../../x", R"(400 {"error":"attempt: expected a number"})"},
      {"/api/turns/99/request", R"(404 {"error":"there is no turn 99"})"},
      {"/api/turns/../run.json", nothing},
      {"/turns/..%2f..%2fetc.png", nothing},
      {"/turns/1e3.png", nothing},
      {"/turns/99999999999.png", nothing},
      {"/turns/.png", nothing},
      {"//etc/passwd", nothing},
      {"", nothing},
      {"/api/turns?q=&from=9", "200 []"},
      {"/api/turns?q=+&from=9", "200 []"},
      {"/api/turns?q=cat&from=3&to=5", "search 3-5 for 1: cat"},
      {"/api/turns?q=%22left%20ear%22+-dog", "search 1-999999999 for 2: left ear"},
      {"/api/diff?with=3", "diff with 3"},
      {"/api/diff?with=3&run=4", "of run 4"},
      {"/api/diff", R"(400 {"error":"with: expected a number from /api/runs"})"},
      {"/api/diff?with=x", R"(400 {"error":"with: expected a number from /api/runs"})"},
      {"/api/turns?q=a%2", R"(400 {"error":"q: expected two hex digits after each %"})"},
      {"/api/turns?q=a%-1", R"(400 {"error":"q: expected two hex digits after each %"})"},
      {"/api/turns?q=turn:x",
       R"(400 {"error":"q: turn:x: expected turn:7, turn:10-20 or turn:10-"})"},
      {"/export.html", "export"},
      {"/export.html?redact=1", "export, redacted"},
      {"/export.html?redact=yes", R"(400 {"error":"redact: expected 1"})"},
      {"/api/turns?run=3", "of run 3"},
      {"/turns/7.png?x&run=3", "of run 3"},
      {"/events?run=3", "of run 3"},
      {"/?run=3", "200 <html>"},
      {"/api/runs?run=3", "runs"},
      {"/api/turns?run=", "200 " + running_view().rows(1, 100)},
      {"/api/turns?run=../x", R"(400 {"error":"run: expected a number from /api/runs"})"},
      {"/api/turns?run=-3", R"(400 {"error":"run: expected a number from /api/runs"})"},
  };
  for (const auto& [target, expected] : rows) EXPECT_EQ(answer(get(target)), expected) << target;
}

TEST(HttpApi, AnswersOnlyItsOwnPage) {
  const std::string host = R"(403 {"error":"this Host is not the dashboard's"})";
  const std::string page = R"(403 {"error":"another site's page may not ask this"})";
  struct Row {
    std::optional<std::string> host, origin, site;
    std::string expected;
  };
  const std::vector<Row> rows = {
      {"127.0.0.1:8080", {}, {}, "200 <html>"},
      {"localhost:8080", {}, {}, "200 <html>"},
      {"[::1]:8080", {}, {}, "200 <html>"},
      {{}, {}, {}, host},
      {"127.0.0.1", {}, {}, host},
      {"127.0.0.1:8081", {}, {}, host},
      {"evil.example:8080", {}, {}, host},
      {"192.168.1.5:8080", {}, {}, host},
      {"127.0.0.1:8080", "http://127.0.0.1:8080", "same-origin", "200 <html>"},
      {"127.0.0.1:8080", {}, "none", "200 <html>"},
      {"127.0.0.1:8080", "http://localhost:8080", {}, page},
      {"127.0.0.1:8080", "null", {}, page},
      {"127.0.0.1:8080", "https://127.0.0.1:8080", {}, page},
      {"127.0.0.1:8080", "http://evil.example", {}, page},
      {"127.0.0.1:8080", {}, "cross-site", page},
      {"127.0.0.1:8080", {}, "same-site", page},
  };
  for (const Row& row : rows) {
    ApiRequest request = get("/");
    request.host = row.host;
    request.origin = row.origin;
    request.fetch_site = row.site;
    EXPECT_EQ(answer(request), row.expected)
        << row.host.value_or("-") << " " << row.origin.value_or("-") << " "
        << row.site.value_or("-");
  }
}

TEST(HttpApi, WithExposeAcceptsAddressesButNoNames) {
  const std::string host = R"(403 {"error":"this Host is not the dashboard's"})";
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"192.168.1.5:8080", "200 <html>"}, {"[fe80::1]:8080", "200 <html>"},
      {"evil.example:8080", host},        {"[evil]:8080", host},
      {"192.168.1.5:81", host},
  };
  for (const auto& [name, expected] : rows) {
    ApiRequest request = get("/");
    request.host = name;
    EXPECT_EQ(answer(request, true), expected) << name;
  }
}

TEST(HttpApi, AcceptsCommandsOnlyWithTheHeader) {
  ApiRequest request = get("/api/control");
  EXPECT_EQ(answer(request), R"(405 {"error":"this method does not work here"})");
  request.method = "POST";
  request.body = R"({"command":"pause"})";
  EXPECT_EQ(answer(request), R"(403 {"error":"the header X-Franz-Control: 1 is missing"})");
  request.control = "1";
  EXPECT_EQ(answer(request), R"(control {"command":"pause"})");
  request.body = R"({"command":"note","text":"draw a hat"})";
  EXPECT_EQ(answer(request), R"(control {"command":"note","text":"draw a hat"})");
  request.body = R"({"command":"dance"})";
  EXPECT_TRUE(answer(request).starts_with("400 "));
  request.target = "/";
  EXPECT_EQ(answer(request), R"(405 {"error":"this method does not work here"})");
  request.control.reset();
  EXPECT_EQ(answer(request), R"(403 {"error":"the header X-Franz-Control: 1 is missing"})");
}

TEST(HttpApi, APageUsesTheScreen) {
  ApiRequest request = get("/api/screen");
  EXPECT_EQ(answer(request), R"(405 {"error":"this method does not work here"})");
  request.method = "POST";
  request.body = R"({"do":"take_over"})";
  EXPECT_EQ(answer(request), R"(403 {"error":"the header X-Franz-Control: 1 is missing"})");
  request.control = "1";
  EXPECT_EQ(answer(request), R"(person 0  {"events":[]})");
  const std::pair<const char*, const char*> rows[] = {
      {R"({"do":"input","lease":"12","events":[{"type":"move","x":1,"y":2}]})",
       R"(person 1 12 {"events":[{"type":"move","x":1,"y":2}]})"},
      {R"({"do":"input","lease":"12","events":[]})", R"(person 1 12 {"events":[]})"},
      {R"({"do":"hand_back","lease":"12"})", R"(person 2 12 {"events":[]})"},
      {R"({"do":"input","lease":"12"})", R"(400 {"error":"/events: expected a list"})"},
      {R"({"do":"hand_back"})", R"(400 {"error":"/lease: expected a text"})"},
      {R"({"do":"watch"})", R"(400 {"error":"/do: expected one of take_over, input, hand_back"})"},
  };
  for (const auto& [body, expected] : rows) {
    request.body = body;
    EXPECT_EQ(answer(request), expected) << body;
  }
  ApiContext exposed{8080, true, kAssets, RunKind::live, true};
  exposed.no_input = "it needs --expose-input";
  EXPECT_EQ(shown(decide(request, exposed, running_view())),
            R"(403 {"error":"it needs --expose-input"})");
  const ApiContext replay{8080, false, kAssets, RunKind::recorded};
  EXPECT_EQ(shown(decide(request, replay, RunView())),
            R"(409 {"error":"this is a recorded run: there is nothing to control"})");
  request.origin = "http://evil.example";
  EXPECT_EQ(answer(request), R"(403 {"error":"another site's page may not ask this"})");
  using Kind = ApiPerson::Kind;
  EXPECT_EQ(*api_person_answer(Kind::take_over, {}, "12").body, R"({"ok":true,"lease":"12"})");
  EXPECT_EQ(*api_person_answer(Kind::input, {}, "").body, R"({"ok":true})");
  EXPECT_EQ(*api_person_answer(Kind::input, {}, "no F25").body,
            R"({"ok":true,"trouble":"no F25"})");
  const ControlRefusal refusal{ControlRefusal::Kind::state, "another page has the screen"};
  EXPECT_EQ(api_person_answer(Kind::take_over, refusal, "").status, 409);
}

TEST(HttpApi, TakesATitleAndTags) {
  ApiRequest request = get("/api/runs");
  request.method = "POST";
  request.body = R"({"id":3,"title":"the first cat","tags":["cat"]})";
  EXPECT_EQ(answer(request), R"(403 {"error":"the header X-Franz-Control: 1 is missing"})");
  request.control = "1";
  const std::string taken = R"(label {"3":{"title":"the first cat","tags":["cat"]}})";
  EXPECT_EQ(answer(request), taken);
  const ApiContext replay{8080, false, kAssets, RunKind::recorded};
  EXPECT_EQ(shown(decide(request, replay, RunView())), taken);
  for (const char* wrong : {R"({"title":"x"})", R"({"id":0})", R"({"id":1,"tags":"x"})", "x"}) {
    request.body = wrong;
    EXPECT_TRUE(answer(request).starts_with("400 ")) << answer(request);
  }
  EXPECT_EQ(api_label_answer(Done{}).status, 200);
  EXPECT_EQ(api_label_answer(Error{"x", ErrorCode::missing}).status, 404);
  EXPECT_EQ(api_label_answer(Error{"the disk is full"}).status, 503);
}

TEST(HttpApi, RefusesPreflightAndOtherMethods) {
  for (const char* method : {"OPTIONS", "PUT", "DELETE", "PATCH", "CONNECT", "TRACE", "get"}) {
    for (const char* target : {"/", "/api/control", "/api/turns"}) {
      ApiRequest request = get(target);
      request.method = method;
      request.control = "1";
      EXPECT_EQ(answer(request), R"(405 {"error":"this method does not work here"})") << method;
    }
  }
}

TEST(HttpApi, AReplayRefusesCommandsAndAnswersFromTheFolder) {
  const ApiContext replay{8080, false, kAssets, RunKind::recorded};
  const auto ask = [&](const ApiRequest& request) {
    return shown(decide(request, replay, RunView()));
  };
  EXPECT_EQ(ask(get("/")), "200 <html>");
  EXPECT_EQ(ask(get("/api/run")), "of run 0");
  EXPECT_EQ(ask(get("/api/run?run=2")), "of run 2");
  EXPECT_EQ(ask(get("/api/runs")), "runs");
  ApiRequest request = get("/api/control");
  request.method = "POST";
  EXPECT_EQ(ask(request), R"(403 {"error":"the header X-Franz-Control: 1 is missing"})");
  request.control = "1";
  request.body = R"({"command":"pause"})";
  EXPECT_EQ(ask(request), "of run 0");
  request.target = "/api/control?run=2";
  EXPECT_EQ(ask(request), "of run 2");
  EXPECT_EQ(answer(request), "of run 2");
  request.target = "/api/control?run=x";
  EXPECT_EQ(ask(request), R"(400 {"error":"run: expected a number from /api/runs"})");
  request.target = "/api/screen";
  EXPECT_EQ(ask(request), R"(409 {"error":"this is a recorded run: there is nothing to control"})");
}

TEST(HttpApi, StopsTheInputOfAServerWhileItWritesItsRun) {
  const auto asked = [](const std::string& made_by, const std::string& program,
                        const std::string& body) {
    RunView view(RunKind::recorded);
    RunUpdate run;
    run.run.made_by = made_by;
    view.apply(run);
    view.apply(ProgramUpdate{program, "", "T", std::nullopt});
    ApiRequest request = get("/api/control?run=3");
    request.method = "POST";
    request.body = body;
    return shown(decide_of_run(request, view));
  };
  const std::string panic = R"({"command":"panic"})", resume = R"({"command":"resume"})";
  EXPECT_EQ(asked("mcp_server", "running", panic), "stop input");
  EXPECT_EQ(asked("mcp_server", "running", resume), "resume input");
  const std::string no = R"(409 {"error":"this is a recorded run: there is nothing to control"})";
  EXPECT_EQ(asked("mcp_server", "running", R"({"command":"stop"})"), no);
  EXPECT_EQ(asked("mcp_server", "finished", panic), no);
  EXPECT_EQ(asked("", "running", panic), no);
  EXPECT_TRUE(asked("mcp_server", "running", "{}").starts_with("400 "));
}

TEST(HttpApi, AnswersForARunRegardlessOfTheTargetsNumber) {
  EXPECT_EQ(shown(decide_of_run(get("/turns/7.png?run=3"), running_view())),
            "file turn_0007-2.png");
  EXPECT_EQ(shown(decide_of_run(get("/api/turns/8?run=3"), running_view())), "200 record 8");
}

TEST(HttpApi, ReportsWhereASearchWasCutOff) {
  EXPECT_EQ(api_search_answer({}, std::nullopt).note, "");
  EXPECT_EQ(api_search_answer({}, 4312).note, "4312");
}

TEST(HttpApi, AnswersACommandWithTheSupervisorsResult) {
  using Kind = ControlRefusal::Kind;
  EXPECT_EQ(shown(api_control_answer(std::nullopt)), R"(200 {"ok":true})");
  EXPECT_EQ(shown(api_control_answer(ControlRefusal{Kind::state, "the run is over: finished"})),
            R"(409 {"error":"the run is over: finished"})");
  EXPECT_EQ(shown(api_control_answer(ControlRefusal{Kind::too_many, "32 notes wait"})),
            R"(429 {"error":"32 notes wait"})");
}

TEST(HttpApi, SendsThePolicyThatAllowsOnlyItself) {
  std::string policy;
  for (const auto& [name, value] : security_headers())
    if (name == "Content-Security-Policy") policy = value;
  EXPECT_EQ(policy,
            "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; "
            "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
}

TEST(HttpApi, AcceptsADecisionOnlyOnThePendingQuestion) {
  ApprovalAsked asked;
  asked.plan.turn = 9;
  asked.plan.items = {{0, 1, "launch(\"a\")", "", 1, {}, "launch", "w", ""},
                      {1, 2, "left_click(1, 2)", "", 2, {}, {}, "x", ""}};
  asked.plan_sha256 = plan_digest(asked.plan);
  asked.picture = std::make_shared<const std::string>("PNG");
  RunView view = running_view();
  const auto post = [&](const std::string& turn, const std::string& sha256,
                        const std::string& more) {
    ApiRequest request = get("/api/control");
    request.method = "POST";
    request.control = "1";
    request.body = R"({"command":"approve","turn":)" + turn + R"(,"plan_sha256":")" + sha256 +
                   "\"" + more + "}";
    return shown(decide(request, {8080, false, kAssets, RunKind::live}, view));
  };
  EXPECT_EQ(post("9", asked.plan_sha256, ""),
            R"(409 {"error":"turn 9: nothing waits for a decision"})");
  view.apply(asked);
  EXPECT_EQ(post("9", asked.plan_sha256, R"(,"items":[0],"note":"go")"),
            R"(control {"command":"approve","turn":9,"plan_sha256":")" + asked.plan_sha256 +
                R"(","items":[0],"note":"go"})");
  EXPECT_EQ(post("8", asked.plan_sha256, ""),
            R"(409 {"error":"turn 8: it is turn 9 that waits for a decision"})");
  EXPECT_EQ(post("9", std::string(64, '0'), ""),
            R"(409 {"error":"turn 9: it has been planned again: decide on the current plan"})");
  EXPECT_EQ(post("9", asked.plan_sha256, R"(,"items":[1])"),
            R"(409 {"error":"turn 9: item 1 was not asked about"})");
  EXPECT_EQ(post("9", "", ""), R"(400 {"error":"/plan_sha256: expected 64 hexadecimal digits"})");
  const auto picture = [&](const std::string& target) {
    return shown(decide(get(target), {8080, false, kAssets, RunKind::live}, view));
  };
  EXPECT_EQ(picture("/turns/9/plan.png?plan=" + asked.plan_sha256), "200 PNG");
  EXPECT_EQ(picture("/turns/7/plan.png"), "file turn_0007-2_plan.png");
  EXPECT_EQ(picture("/turns/x/plan.png"), R"(404 {"error":"there is nothing here"})");
  view.apply(LoopUpdate{"acting", "", "", std::nullopt, 9});
  EXPECT_EQ(picture("/turns/9/plan.png"), R"(404 {"error":"there is no turn 9"})");
}
}  // namespace
}  // namespace franz::proxy
