#include "proxy/offline/doctor/doctor_app.h"
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <initializer_list>
#include <optional>
#include <thread>
#include <type_traits>
#include <utility>
#include "common/base/base64.h"
#include "common/base/count_text.h"
#include "common/base/json_string.h"
#include "common/base/secrets.h"
#include "common/base/thoughts.h"
#include "common/formats/formats.h"
#include "common/formats/picture_cost.h"
#include "common/net/api_key.h"
#include "common/net/model_client.h"
#include "common/os/clock.h"
#include "common/os/files.h"
#include "common/os/paths.h"
#include "common/os/print.h"
#include "common/os/stdio.h"
#include "common/os/stop_signals.h"
#include "common/picture/png_encoding.h"
#include "common/settings/scenario_files_app.h"
#include "common/wire/api/apis.h"
#include "common/wire/api/model_list.h"
#include "common/wire/api/model_url.h"
#include "proxy/offline/doctor/check.h"
#include "proxy/offline/doctor/demo_model_app.h"
#include "proxy/offline/doctor/grounding_answer.h"
#include "proxy/offline/doctor/grounding_card.h"
#include "proxy/offline/doctor/grounding_fit.h"
#include "proxy/offline/doctor/judge.h"
#include "proxy/offline/doctor/local_checks_app.h"
#include "proxy/offline/doctor/questions.h"
#include "proxy/offline/doctor/screen_checks_app.h"
#include "proxy/offline/doctor/start_command.h"

namespace franz::proxy {
using std::chrono::milliseconds;

static constexpr int kReplyMs =
    180'000;  // for a reply: the server may have to load a large model first
static constexpr milliseconds kLoadingPatience{
    300'000};  // for a server that reports that it is loading
static constexpr milliseconds kLoadingPause{500};

namespace {
class Doctor {
 public:
  explicit Doctor(const Options& options)
      : options_(options), settings_(options.settings.settings) {
    found_.program = command_name();
  }

  int examine() {
    add(judge_settings(options_.settings.notices, options_.settings_failure));
    for (const char* program : {"orchestrator", "executor", "capturer"})
      add(check_program(program));
    add(options_.demo || file_exists(sibling_program("demo_vlm"))
            ? check_program("demo_vlm")
            : skipped("demo_vlm", "is not next to this proxy and not needed"));
    found_.private_display = add(check_private_display(options_));
    for (Check& check : check_screens(options_)) add(std::move(check));
    add(check_folder(settings_.proxy.runs));
    add(check_space(settings_.proxy.runs));
    add(check_listener("relay", options_.listen, "--listen"));
    add(check_listener("dashboard", options_.dashboard, "--dashboard"));
    examine_server();
    const Status reported = report();
    return reported.ok() && !any_failed(checks_) ? 0 : 1;
  }

  int measure_grounding() {
    if (!connect()) {
      if (options_.json)
        static_cast<void>(print_json(
            JsonObject().text("verdict", "unasked").raw("checks", checks_json(checks_)).finish()));
      return 1;
    }
    choose_model();
    std::vector<GroundingAnswer> answers;
    int number = 0;
    for (const GroundingCard& card : grounding_cards()) ask_card(card, ++number, answers);
    const GroundingVerdict verdict = judge_grounding(answers);
    const GroundingLines lines = profile_lines(verdict, settings_.surface, style_.model);
    const Status told = options_.json ? print_json(grounding_json(verdict, lines))
                                      : print_lines(grounding_text(verdict, lines, style_.model));
    return told.ok() && verdict.kind == GroundingVerdict::Kind::found ? 0 : 1;
  }

 private:
  // True: later checks may depend on it.
  bool add(Check check) {
    const Paint paint = output_is_terminal() ? Paint::colours : Paint::plain;
    waiting_.clear();
    // The colours are ours, and everything else is printable. A missing reader is noticed at the
    // end.
    if (!options_.json) (void)write_standard_output(check_text(check, paint)).ok();
    const bool holds = check.outcome == CheckOutcome::ok || check.outcome == CheckOutcome::warning;
    checks_.push_back(std::move(check));
    return holds;
  }

  // `part` of a run takes the next free port if the model's server has its own.
  Check check_listener(const std::string& part, const Address& address,
                       const std::string& flag) const {
    if (options_.demo || !reaches(options_.upstream.address, address))
      return check_port(part + " port", address, flag);
    return {
        part + " port", CheckOutcome::ok,
        to_string(address) + " is the model server's own: the " + part + " takes the next free one",
        ""};
  }

  // A summary of the findings, and the command to start with.
  Status report() {
    const std::string start = start_command(options_.settings, found_);
    if (options_.json) {
      // An ordinary check, so that readers of the list can parse it.
      checks_.push_back(start.empty() ? skipped("start command", "no model gave a reply")
                                      : Check{"start command", CheckOutcome::ok, start, ""});
      return print_json(checks_json(checks_));
    }
    const Status summed_up = print_lines(checks_summary(checks_));
    if (!summed_up.ok() || start.empty()) return summed_up;
    return print_lines(std::string("\n") +
                       (any_failed(checks_) ? "When the failed checks are fixed, start with:\n  "
                                            : "Start with:\n  ") +
                       start + "\n");
  }

  void skip(std::initializer_list<const char*> names, const std::string& why) {
    for (const char* name : names) add(skipped(name, why));
  }

  void examine_server() {
    if (!connect()) {
      add(skipped("OpenAI API", "there is no model server to ask"));
      return skip_model("there is no model server to ask");
    }
    if (!add(judge_openai(models_, base_url(), server_.api->path)))
      return skip_model(is_loading(models_) ? "the server is still loading its model"
                                            : "the server does not speak the OpenAI API");
    check_model();
  }

  void skip_model(const std::string& why) {
    add(skipped("model name", why));
    add(skipped("reply", why));
    skip_replies(why);
  }

  void skip_replies(const std::string& why) {
    skip({"profile", "stream", "first token", "max_tokens", "picture", "pictures", "picture size",
          "tools", "largest turn", "context"},
         why);
  }

  // Whether there is a model server to ask. Starts the demo model if asked for.
  bool connect() {
    upstream_ = options_.upstream;
    if (options_.searched) {
      Check found = judge_found_servers(options_.found_servers,
                                        options_.demo ? "" : to_string(options_.upstream));
      const bool is_undecided = found.outcome == CheckOutcome::failed;
      add(std::move(found));
      if (is_undecided) {
        add(skipped("model server", "several were found"));
        return false;
      }
    }
    if (options_.demo) {
      const Result<Upstream> started = demo_.start();
      if (!started.ok())
        return add({"model server", CheckOutcome::failed, started.error().message, ""});
      upstream_ = started.value();
    } else if (upstream_.address.host.empty()) {
      add(skipped("model server", "the settings name no address"));
      return false;
    }
    return check_key() && check_server();
  }

  // Asks for each target of a card. Reports a server's refusal once per card.
  void ask_card(const GroundingCard& card, int number, std::vector<GroundingAnswer>& answers) {
    const std::string png = base64_encode(encode_png(card.size, draw_card(card)));
    std::size_t read = 0;
    std::string trouble;
    for (const CardTarget& target : card.targets) {
      GroundingAnswer answer{number, card.size, target.middle, {}};
      if (trouble.empty()) {
        const ModelAnswer said = ask(
            [&] { return place_question(settings_.model, style_, png, card_question(target)); });
        trouble =
            said.reply.kind == ModelReply::Kind::reply ? "" : judge_reply(said, {}, key_).found;
        answer.said = read_place(words_of(said.reply));
      }
      read += answer.said ? 1U : 0U;
      answers.push_back(answer);
    }
    const CheckOutcome outcome =
        trouble.empty() && read > 0 ? CheckOutcome::ok : CheckOutcome::warning;
    add({"card " + std::to_string(number), outcome,
         size_text(card.size) + ": " + std::to_string(read) + " of " +
             count_text(card.targets.size(), "answer has a place", "answers have a place") +
             (trouble.empty() ? "" : "\n" + trouble),
         ""});
  }

  // The text after the model's thoughts; for a tool call, its arguments.
  static std::string words_of(const ModelReply& reply) {
    std::string words = decode_json_string(without_thoughts(story_token(reply), LineEnds::dropped));
    if (read_place(words) || reply.calls.empty()) return words;
    const std::string& arguments = reply.calls.front().arguments;
    return arguments.starts_with('"') ? decode_json_string(arguments) : arguments;
  }

  bool check_key() {
    const std::string& name = settings_.model.api_key_env;
    if (name.empty()) return true;
    const Result<std::optional<std::string>> key = read_api_key(name);
    if (!key.ok())
      return add(
          {"API key", CheckOutcome::failed, key.error().message,
           "the key is one line; $(cat FILE) in a shell leaves out the line break at its end"});
    server_.api_key_env = name;
    secrets_.add(key.value().value_or(""));
    key_ = {name, !key.value().value_or("").empty()};
    // A failure only if the server requires a key; many do not.
    if (!key_.sent)
      add(skipped("API key", "[model] api_key_env names " + name +
                                 ", which is not set; the server is asked without a key"));
    return true;
  }

  bool check_server() {
    server_.url = to_string(upstream_);
    server_.ca_file = settings_.proxy.ca_file;
    server_.api = find_api(settings_.model.api);  // the settings accept only known names
    style_.ask_usage = server_.api->usage_is_asked_for;
    server_.first_byte_ms = server_.idle_ms = server_.total_ms = kReplyMs;
    models_ = when_loaded([&] { return client_.ask_models(server_); });
    models_.body = secrets_.mask(models_.body);
    return add(judge_server(models_, to_string(upstream_), key_));
  }

  // The address as the client uses it: with the path in front of /models.
  std::string base_url() const {
    const Result<ModelUrl> url = parse_model_url(server_.url);
    return url.ok() ? url.value().text() : server_.url;
  }

  // Asks again while the server reports that it is loading its model.
  template <typename Ask>
  std::invoke_result_t<Ask> when_loaded(const Ask& ask) {
    const auto began = std::chrono::steady_clock::now();
    for (;;) {
      std::invoke_result_t<Ask> answer = ask();
      const auto waited =
          std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - began);
      if (!is_loading(answer) || waited > kLoadingPatience) return answer;
      wait_with("the server is loading its model … " + std::to_string(waited.count() / 1000) +
                " s");
      std::this_thread::sleep_for(kLoadingPause);
    }
  }

  // Shows what doctor waits for; add() clears it.
  void wait_with(const std::string& what) {
    if (!options_.json) waiting_.show("  " + what);
  }

  ModelAnswer ask(const std::function<std::string()>& body,
                  const char* what = "asking the model …") {
    // A large model may take minutes.
    wait_with(what);
    ModelAnswer answer = when_loaded([&] { return client_.ask(server_, {body()}); });
    if (style_.ask_usage && refuses_usage(answer)) {
      style_.ask_usage = false;
      answer = client_.ask(server_, {body()});
    }
    // Some servers repeat the key in their error message.
    for (std::string* text : {&answer.reply.error.text, &answer.reply.error.type,
                              &answer.reply.error.code, &answer.reply.model})
      *text = secrets_.mask(*text);
    return answer;
  }

  void choose_model() {
    const auto list = parse_model_list(models_.body);
    listed_ = list.ok() ? list.value() : std::vector<std::string>{};
    style_.model = model_to_ask(listed_, settings_.model);
  }

  void check_model() {
    const ModelSettings& model = settings_.model;
    choose_model();
    if (style_.model.empty() && !options_.demo) {
      add(judge_model_name(listed_, model, std::nullopt));
      add(skipped("reply", "no model is chosen"));
      return skip_replies("no model is chosen");
    }
    const ModelAnswer hello = ask([&] { return hello_question(model, style_); });
    const ModelReply& reply = hello.reply;
    const bool replied = reply.kind == ModelReply::Kind::reply;
    found_.replied = replied;
    found_.demo = options_.demo;
    found_.url = to_string(upstream_);
    found_.model = style_.model;
    found_.listed = listed_.size();
    add(options_.demo
            ? Check{"model name", CheckOutcome::ok, "the demo model answers to any name", ""}
            : judge_model_name(listed_, model,
                               replied ? std::optional(reply.model) : std::nullopt));
    if (!add(judge_reply(hello, server_.api->endpoint_advice, key_)))
      return skip_replies("the model gives no reply");
    add(options_.demo
            ? Check{"profile", CheckOutcome::ok,
                    settings_.agent.profile + "; the demo model supports every profile", ""}
            : judge_profile(settings_.agent.profile, style_.model));
    add(judge_stream(hello, model.stream));
    add(judge_first_text(hello, settings_.limits.first_byte_s));
    add(judge_max_tokens(ask([&] { return long_question(model, style_); }), short_reply(model)));
    check_turn();
  }

  bool ask_colours(std::size_t pictures) {
    const std::vector<std::string_view> colours = colours_of_pictures(pictures);
    return add(
        judge_pictures(ask([&] { return colour_question(settings_.model, style_, colours); }),
                       colours, options_.demo));
  }

  // What the profile sends: pictures, tools, and a request with both.
  void check_turn() {
    const ModelSettings& model = settings_.model;
    const Result<std::string> prompt =
        read_file(join_path(config_folder_of(options_.config), settings_.agent.system_prompt));
    // judge_settings() has reported an unreadable file.
    const std::string system = prompt.ok() ? prompt.value() : "";
    const LargestTurn whole = largest_turn(settings_, system, true);
    bool sees = ask_colours(1);
    if (whole.pictures < 2) {
      add(skipped("pictures", "the profile sends one picture in a request"));
    } else if (!sees) {
      add(skipped("pictures", "the model takes no picture"));
    } else {
      sees = ask_colours(whole.pictures);
    }
    // The real screen does not exist yet. The canvas will do: the tokens follow from the budget.
    const Size seen = settings_.surface.canvas;
    add(judge_picture_size(settings_.surface, seen,
                           options_.demo ? "" : std::string_view(style_.model)));
    std::string tools = sent_tools(settings_);
    if (tools.empty()) {
      add(skipped("tools", "the profile sends none"));
    } else if (!add(judge_tools(ask([&] { return hello_question(model, style_, tools); })))) {
      tools.clear();
    }
    const LargestTurn tried = sees ? whole : largest_turn(settings_, system, false);
    const Size picture = usual_picture(settings_.surface, seen);
    TriedTurn sent{{}, tried.pictures, !tools.empty()};
    for (const Message& message : tried.messages) sent.roles.push_back(message.role);
    // The request is as long as a turn of the run, and may take as long.
    const int usual_ms = server_.first_byte_ms;
    server_.first_byte_ms = server_.idle_ms = server_.total_ms =
        std::max(usual_ms, static_cast<int>(settings_.limits.first_byte_s * 1000));
    const ModelAnswer turn =
        ask([&] { return turn_question(model, style_, tried, tools, picture); },
            "sending the model a late turn's full request; this may take as long as a turn …");
    server_.first_byte_ms = server_.idle_ms = server_.total_ms = usual_ms;
    add(judge_turn(turn, sent));
    TurnTokens tokens;
    if (turn.reply.usage) tokens.counted = turn.reply.usage->prompt_tokens;
    tokens.known_model = sees && !options_.demo && find_model_kind(style_.model) != nullptr;
    tokens.estimated = estimated_tokens_of(whole, estimated_tokens(style_.model, picture));
    if (!sees) tokens.counted = 0;  // without the pictures the count is useless
    add(judge_context(client_.ask_context(server_, style_.model), tokens, model.max_tokens));
  }

  const Options& options_;
  const Settings& settings_;
  std::vector<Check> checks_;
  StatusLine waiting_;
  DemoModel demo_;  // started on demand
  Upstream upstream_;
  ModelServer server_;
  Secrets secrets_;  // the key
  KeyState key_;
  ModelClient client_;
  QuestionStyle style_;
  ModelsAnswer models_;
  std::vector<std::string> listed_;  // from models_
  FoundForStart found_;
};
}  // namespace

int run_doctor(const Options& options) {
  // The demo model must end with this process, however it ends.
  watch_stop_signals([](int) { std::_Exit(kStopped); });
  Doctor doctor(options);
  return options.grounding ? doctor.measure_grounding() : doctor.examine();
}
}  // namespace franz::proxy
