#include <gnutls/gnutls.h>
#include <poll.h>
#include <rfb/rfbclient.h>
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <utility>
#include "common/base/printable.h"
#include "common/base/utf8.h"
#include "common/os/clock.h"
#include "common/os/files.h"
#include "executor/vnc/connect_socket_posix.h"
#include "executor/vnc/cut_text_posix.h"
#include "executor/vnc/extended_clipboard.h"
#include "executor/vnc/fence_extension.h"
#include "executor/vnc/library_log_app.h"
#include "executor/vnc/rfb_messages.h"
#include "executor/vnc/stall_watch.h"
#include "executor/vnc/vnc_client.h"

namespace franz::executor {
namespace {
// QEMU looks at the machine's screen every 3 s if nothing happens there.
constexpr std::int64_t kRefreshPatienceMs = 8'000;
// A longer name would only fill a line.
constexpr std::size_t kMaxName = 200;
// An update of more pixels than this may have been on its way before the fence was asked for.
constexpr std::int64_t kMaxFencePixels = 4'096;
// A program that pastes asks at once.
constexpr std::int64_t kPastePatienceMs = 3'000;
constexpr int kMessagesAtOnce = 16;
constexpr std::int64_t kReceivingMs = 1'000;
constexpr std::size_t kMaxAuthorities = 16UL << 20U;  // bytes

char tag;  // its address names our data at a connection

// The system's certificates, where distributions have them.
std::string authorities_file(const BridgeSetup& setup) {
  if (!setup.ca.empty()) return setup.ca;
  for (const char* const file :
       {"/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt"})
    if (read_file(file, kMaxAuthorities).ok()) return file;
  return "/etc/ssl/cert.pem";
}

class LibraryClient : public VncClient {
 public:
  LibraryClient(const BridgeSetup& setup, const Options& options)
      : setup_(setup), options_(options), client_(rfbGetClient(8, 3, 4)) {
    // As format_and_encodings() asks for.
    client_->format.depth = 24;
    client_->format.redShift = 16;
    client_->format.blueShift = 0;
  }
  ~LibraryClient() override;

  // Failure: see VncClient::open().
  Result<Done, VncFailure> connect();

  Size size() const override { return {client_->width, client_->height}; }
  std::span<const std::uint32_t> pixels() const override { return pixels_; }
  std::string name() const override;
  VncSecurity security() const override { return {client_->authScheme, client_->subAuthScheme}; }
  VncServerKind kind() const override;
  int descriptor() const override { return client_->sock; }
  bool has_buffered() const override;
  Status receive() override;
  Status refresh() override;
  Status send(const VncStroke& stroke) override;
  Status send_pointer(Point at, int buttons) override;
  bool has_unicode_clipboard() const override { return clipboard_.is_known(); }
  Status send_clipboard(std::string text) override;
  Result<bool> wait_for_paste() override;

  static LibraryClient& of(rfbClient* client) {
    return *static_cast<LibraryClient*>(rfbClientGetClientData(client, &tag));
  }

 private:
  void set_hooks();
  bool negotiate();
  bool handle_message();
  bool write(const std::string& bytes);
  Result<bool> wait_for_bytes(std::int64_t until_ms) const;
  Status refresh_once(std::int64_t until_ms);
  bool make_pixels();
  void note_pixels(int x, int y, int width, int height);
  bool may_prove() const { return is_accepted(security(), setup_, options_.is_local); }
  VncFailure failure() const;
  Error lost() const;

  static rfbCredential* give_credential(rfbClient* client, int kind);
  static char* give_password(rfbClient* client);

  const BridgeSetup setup_;
  const Options options_;
  rfbClient* client_;
  StallWatch watch_;
  std::vector<std::uint32_t> pixels_;
  std::string refusal_;  // ours; empty: none
  std::string reason_;   // ours, why the connection ended; empty: none
  bool asked_ = false;   // for a password or a user
  bool wants_user_ = false;
  bool key_codes_known_ = false;
  ExtendedClipboard clipboard_;
  // Of the update that is being read.
  std::int64_t updated_ = 0;  // pixels
  bool covers_last_ = false;  // the last pixel of the screen
  // Since refresh_once() began.
  std::int64_t covering_update_ = 0;  // pixels of the update that covered the last pixel
  bool resized_ = false;
};

LibraryClient::~LibraryClient() {
  std::free(std::exchange(client_->rcSource, nullptr));
  std::free(std::exchange(client_->rcMask, nullptr));
  client_->frameBuffer = nullptr;
  rfbClientCleanup(client_);
}

void LibraryClient::set_hooks() {
  rfbClientSetClientData(client_, &tag, this);
  client_->MallocFrameBuffer = [](rfbClient* client) -> rfbBool {
    return of(client).make_pixels() ? TRUE : FALSE;
  };
  client_->GetPassword = give_password;
  client_->GetCredential = give_credential;
  client_->GotFrameBufferUpdate = [](rfbClient* client, int x, int y, int width, int height) {
    of(client).note_pixels(x, y, width, height);
  };
  client_->FinishedFrameBufferUpdate = [](rfbClient* client) {
    LibraryClient& self = of(client);
    if (self.covers_last_) self.covering_update_ = self.updated_;
    self.updated_ = 0;
    self.covers_last_ = false;
  };
}

void LibraryClient::note_pixels(int x, int y, int width, int height) {
  watch_.progress();
  // A server announces QEMU's key events by a rectangle of the whole screen, without pixels.
  const bool codes = SupportsClient2Server(client_, rfbQemuEvent) != FALSE;
  if (codes && !std::exchange(key_codes_known_, true)) return;
  updated_ += static_cast<std::int64_t>(width) * height;
  covers_last_ |= x + width >= client_->width && y + height >= client_->height;
}

bool LibraryClient::make_pixels() {
  const std::int64_t count = static_cast<std::int64_t>(client_->width) * client_->height;
  if (count == 0 || count > kMaxBridgePixels) {
    refusal_ = "its screen has " + size_text(size()) + " pixels; FRANZ reads up to " +
               std::to_string(kMaxBridgePixels / 1'000'000) + " million";
    client_->frameBuffer = nullptr;
    return false;
  }
  pixels_.assign(static_cast<std::size_t>(count), 0);
  client_->frameBuffer = reinterpret_cast<std::uint8_t*>(pixels_.data());
  resized_ = true;
  return true;
}

// The library frees both with free(), and the password after overwriting it.
char* LibraryClient::give_password(rfbClient* client) {
  LibraryClient& self = of(client);
  self.asked_ = true;
  if (!self.may_prove() || self.setup_.password.empty()) return nullptr;
  return ::strdup(self.setup_.password.c_str());
}

rfbCredential* LibraryClient::give_credential(rfbClient* client, int kind) {
  LibraryClient& self = of(client);
  if (kind == rfbCredentialTypeUser) self.asked_ = self.wants_user_ = true;
  if (kind == rfbCredentialTypeUser && (!self.may_prove() || self.setup_.user.empty()))
    return nullptr;
  auto* const credential = static_cast<rfbCredential*>(std::calloc(1, sizeof(rfbCredential)));
  if (credential == nullptr) return nullptr;
  if (kind == rfbCredentialTypeX509) {
    credential->x509Credential.x509CACertFile = ::strdup(authorities_file(self.setup_).c_str());
  } else {
    credential->userCredential.username = ::strdup(self.setup_.user.c_str());
    credential->userCredential.password = ::strdup(self.setup_.password.c_str());
  }
  return credential;
}

std::string LibraryClient::name() const {
  return client_->desktopName == nullptr
             ? std::string()
             : cut_text(printable(to_valid_utf8(client_->desktopName)), kMaxName);
}

VncServerKind LibraryClient::kind() const {
  const std::string name = this->name();
  return vnc_server_kind({name, library_log().identity, has_fence(client_), key_codes_known_});
}

Result<Done, VncFailure> LibraryClient::connect() {
  begin_library_log();
  register_fence_extension();
  if (!setup_.ca.empty() && !read_file(setup_.ca, kMaxAuthorities).ok())
    return VncFailure{setup_.ca + ": the file that [surface] vnc_ca names cannot be read", true};
  set_hooks();
  Result<Descriptor> socket = connect_socket(setup_.host, setup_.port);
  if (!socket.ok())
    return VncFailure{"cannot connect to the VNC server " + server_address(setup_) + ": " +
                      socket.error().message};
  client_->sock = socket.value().release();
  // The name that its certificate must have.
  std::free(std::exchange(client_->serverHost, ::strdup(setup_.host.c_str())));
  const std::vector<std::uint32_t> types = accepted_security_types(setup_, options_.is_local);
  SetClientAuthSchemes(client_, types.data(), static_cast<int>(types.size()));
  {
    const WatchedCall watched(watch_, client_->sock);
    if (!negotiate()) return failure();
  }
  if (const Status first = refresh(); !first.ok()) {
    if (first.error().code == ErrorCode::lost) return failure();
    return VncFailure{first.error().message};
  }
  return Done{};
}

bool LibraryClient::negotiate() {
  if (InitialiseRFBConnection(client_) == FALSE) return false;
  if (!may_prove()) {
    asked_ = true;
    return false;
  }
  client_->width = client_->si.framebufferWidth;
  client_->height = client_->si.framebufferHeight;
  client_->updateRect.x = client_->updateRect.y = 0;
  client_->updateRect.w = client_->width;
  client_->updateRect.h = client_->height;
  // The library's own function would also announce ExtendedDesktopSize.
  return make_pixels() && write(format_and_encodings(options_.encodings)) &&
         SendFramebufferUpdateRequest(client_, 0, 0, client_->width, client_->height, FALSE) !=
             FALSE;
}

VncFailure LibraryClient::failure() const {
  const LibraryLog& log = library_log();
  VncConnectionFacts facts;
  facts.is_local = options_.is_local;
  facts.refusal = refusal_;
  facts.stalled = watch_.has_ended_one();
  facts.security = security();
  facts.asked = asked_;
  facts.wants_user = wants_user_;
  facts.no_type = log.no_type;
  facts.refused = log.refused;
  facts.certificate = log.certificate;
  facts.last_line = reason_.empty() ? log.last_line : reason_;
  return explain_failure(setup_, facts);
}

Error LibraryClient::lost() const { return {failure().text, ErrorCode::lost}; }

bool LibraryClient::has_buffered() const {
  if (client_->buffered > 0) return true;
  return client_->tlsSession != nullptr &&
         gnutls_record_check_pending(static_cast<gnutls_session_t>(client_->tlsSession)) > 0;
}

bool LibraryClient::handle_message() {
  const WatchedCall watched(watch_, client_->sock);
  char type = 0;
  if (ReadFromRFBServer(client_, &type, 1) == FALSE) return false;
  if (type == rfbServerCutText) {
    const auto payload = read_cut_text(client_, watch_, reason_);
    const std::string answer = payload ? clipboard_.answer(*payload) : "";
    return payload && (answer.empty() || write(answer));
  }
  // The library reads the type itself; it lies in the buffer before what is read next.
  --client_->bufoutptr;
  ++client_->buffered;
  return HandleRFBServerMessage(client_) != FALSE;
}

bool LibraryClient::write(const std::string& bytes) {
  return WriteToRFBServer(client_, bytes.data(), static_cast<unsigned>(bytes.size())) != FALSE;
}

// False: the time is over.
Result<bool> LibraryClient::wait_for_bytes(std::int64_t until_ms) const {
  if (has_buffered()) return true;
  pollfd watched{client_->sock, POLLIN, 0};
  const std::int64_t left = std::max<std::int64_t>(0, until_ms - steady_time_ms());
  const int count = ::poll(&watched, 1, static_cast<int>(left));
  if (count < 0 && errno != EINTR) return lost();
  return count > 0;
}

Status LibraryClient::receive() {
  // A screen that changes all the time must not keep requests waiting, nor messages that come
  // slowly. The rest is read by the next call.
  const std::int64_t until_ms = steady_time_ms() + kReceivingMs;
  for (int i = 0; i < kMessagesAtOnce && steady_time_ms() < until_ms; ++i) {
    const Result<bool> waiting = wait_for_bytes(0);
    if (!waiting.ok()) return waiting.error();
    if (!waiting.value()) break;
    if (!handle_message()) return lost();
  }
  return Done{};
}

Status LibraryClient::refresh() {
  const std::int64_t until_ms = steady_time_ms() + kRefreshPatienceMs;
  if (const Status received = receive(); !received.ok()) return received;
  if (const Status first = refresh_once(until_ms); !first.ok()) return first;
  // That update may have been sent before the server read the request. The answer to the request
  // is then the next one.
  if (covering_update_ > kMaxFencePixels) return refresh_once(until_ms);
  return Done{};
}

// The server answers a request after what came before it, and a request for a pixel without
// `incremental` is always answered. All changes are answered at the same time, because a request
// for changes of the whole screen is always open.
Status LibraryClient::refresh_once(std::int64_t until_ms) {
  covering_update_ = 0;
  resized_ = true;
  while (covering_update_ == 0) {
    if (std::exchange(resized_, false)) {
      const WatchedCall watched(watch_, client_->sock);
      if (SendFramebufferUpdateRequest(client_, client_->width - 1, client_->height - 1, 1, 1,
                                       FALSE) == FALSE)
        return lost();
    }
    const Result<bool> waiting = wait_for_bytes(until_ms);
    if (!waiting.ok()) return waiting.error();
    if (waiting.value() && !handle_message()) return lost();
    if (steady_time_ms() >= until_ms)
      return Error{"the VNC server " + server_address(setup_) + " sent no picture for " +
                   std::to_string(kRefreshPatienceMs / 1000) + " s"};
  }
  return Done{};
}

Status LibraryClient::send(const VncStroke& stroke) {
  const WatchedCall watched(watch_, client_->sock);
  const rfbBool down = stroke.down ? TRUE : FALSE;
  const rfbBool sent = stroke.code != 0
                           ? SendExtendedKeyEvent(client_, stroke.symbol, stroke.code, down)
                           : SendKeyEvent(client_, stroke.symbol, down);
  if (sent == FALSE) return lost();
  return Done{};
}

Status LibraryClient::send_pointer(Point at, int buttons) {
  const WatchedCall watched(watch_, client_->sock);
  const int x = std::clamp(at.x, 0, client_->width - 1);
  const int y = std::clamp(at.y, 0, client_->height - 1);
  if (SendPointerEvent(client_, x, y, buttons) == FALSE) return lost();
  return Done{};
}

Status LibraryClient::send_clipboard(std::string text) {
  const WatchedCall watched(watch_, client_->sock);
  if (!write(clipboard_.is_known() ? clipboard_.offer(std::move(text))
                                   : plain_clipboard_text(text)))
    return lost();
  return Done{};
}

Result<bool> LibraryClient::wait_for_paste() {
  const std::int64_t until_ms = steady_time_ms() + kPastePatienceMs;
  while (!clipboard_.was_read() && steady_time_ms() < until_ms) {
    const Result<bool> waiting = wait_for_bytes(until_ms);
    if (!waiting.ok()) return waiting.error();
    if (waiting.value() && !handle_message()) return lost();
  }
  return clipboard_.was_read();
}
}  // namespace

Result<std::unique_ptr<VncClient>, VncFailure> VncClient::open(const BridgeSetup& setup,
                                                               const Options& options) {
  auto client = std::make_unique<LibraryClient>(setup, options);
  if (Result<Done, VncFailure> connected = client->connect(); !connected.ok())
    return connected.error();
  return std::unique_ptr<VncClient>(std::move(client));
}
}  // namespace franz::executor
