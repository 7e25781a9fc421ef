#include "common/net/tls.h"
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <algorithm>
#include <cstdlib>
#include <limits>
#include <utility>
#include "common/net/tls_trust.h"

namespace franz {
namespace {
template <auto free>
struct Free {
  template <typename T>
  void operator()(T* thing) const {
    free(thing);
  }
};
using Names = std::unique_ptr<GENERAL_NAMES, Free<GENERAL_NAMES_free>>;

std::string text_of(const ASN1_STRING* string) {
  return {reinterpret_cast<const char*>(ASN1_STRING_get0_data(string)),
          static_cast<std::size_t>(ASN1_STRING_length(string))};
}

// The host names in a certificate, "a.example, b.example", or "another host".
std::string names_in(const X509* certificate) {
  const Names names(static_cast<GENERAL_NAMES*>(
      X509_get_ext_d2i(certificate, NID_subject_alt_name, nullptr, nullptr)));
  std::string all;
  for (int i = 0; names && i < sk_GENERAL_NAME_num(names.get()); ++i) {
    const GENERAL_NAME* name = sk_GENERAL_NAME_value(names.get(), i);
    if (name->type != GEN_DNS) continue;
    std::string text = text_of(name->d.dNSName);
    // Untrusted bytes, which go into a log line.
    std::replace_if(
        text.begin(), text.end(), [](char c) { return c <= ' ' || c > '~'; }, '?');
    all += (all.empty() ? "" : ", ") + text;
    if (all.size() > 200) return all + ", …";
  }
  return all.empty() ? "another host" : all;
}

// `setting`: as in TlsTrust::load().
std::string why_untrusted(long verdict, const std::string& names, const std::string& host,
                          const std::string& setting) {
  switch (verdict) {
    case X509_V_ERR_CERT_HAS_EXPIRED:
      return "shows a certificate that has expired (if not, this machine's clock is wrong)";
    case X509_V_ERR_CERT_NOT_YET_VALID:
      return "shows a certificate that is not valid yet (if it is, this machine's clock is wrong)";
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
      return "shows a self-signed certificate: to trust it, name a file with it in " + setting;
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    case X509_V_ERR_CERT_SIGNATURE_FAILURE:  // another authority of the same name
      return "shows a certificate of an authority that is not trusted here: to trust it, name a "
             "file with its certificate in " +
             setting;
    case X509_V_ERR_HOSTNAME_MISMATCH:
    case X509_V_ERR_IP_ADDRESS_MISMATCH:
      return "shows a certificate for " + names + ", not for " + host;
    default:
      return std::string("shows a certificate that cannot be trusted: ") +
             X509_verify_cert_error_string(verdict);
  }
}

bool is_ip_address(const std::string& host) {
  return host.find(':') != std::string::npos ||
         host.find_first_not_of("0123456789.") == std::string::npos;
}

int as_int(std::size_t size) {
  return static_cast<int>(std::min<std::size_t>(size, std::numeric_limits<int>::max()));
}
}  // namespace

std::string tls_reason() {
  const unsigned long first = ERR_peek_error();
  if (ERR_SYSTEM_ERROR(first)) return system_reason(ERR_GET_REASON(first));
  const char* text = ERR_reason_error_string(ERR_peek_last_error());
  return text ? text : "no reason was given";
}

struct TlsTrust::Context {
  std::unique_ptr<SSL_CTX, Free<SSL_CTX_free>> context{SSL_CTX_new(TLS_client_method())};
  std::string setting;  // as in load()
};

TlsTrust::TlsTrust(std::unique_ptr<Context> context) : context_(std::move(context)) {}
TlsTrust::~TlsTrust() = default;

bool TlsTrust::in_this_build() { return true; }

Result<std::shared_ptr<const TlsTrust>> TlsTrust::load(const std::string& ca_file,
                                                       const std::string& setting) {
  ERR_clear_error();
  auto made = std::make_unique<Context>();
  made->setting = setting;
  SSL_CTX* context = made->context.get();
  if (!context) return Error{"TLS cannot be started: " + tls_reason()};
  SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
  SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION);
  SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
  if (ca_file.empty()) {
    const Status trusted = trust_system(context);
    if (!trusted.ok())
      return Error{"the system's certificates cannot be read: " + trusted.error().message};
  } else if (SSL_CTX_load_verify_file(context, ca_file.c_str()) != 1) {
    return Error{setting + " " + ca_file +
                 ": expected a file of certificates in PEM: " + tls_reason()};
  } else {
    // A server's own certificate may also be named, regardless of its signer.
    X509_VERIFY_PARAM_set_flags(SSL_CTX_get0_param(context), X509_V_FLAG_PARTIAL_CHAIN);
  }
  return std::shared_ptr<const TlsTrust>(new TlsTrust(std::move(made)));
}

// `ssl` owns `incoming` and `outgoing`.
struct TlsSession::Engine {
  std::shared_ptr<const TlsTrust> trust;
  std::unique_ptr<SSL, Free<SSL_free>> ssl;
  BIO* incoming = nullptr;
  BIO* outgoing = nullptr;
  std::string host;
  std::string names;       // of the refused certificate
  bool can_check = false;  // OpenSSL has the host that the certificate must name
};

// Does not change the decision: it stores details that OpenSSL discards for a refused certificate.
static int on_verified(int ok, X509_STORE_CTX* store) {
  const auto* ssl =
      static_cast<SSL*>(X509_STORE_CTX_get_ex_data(store, SSL_get_ex_data_X509_STORE_CTX_idx()));
  auto* names = static_cast<std::string*>(SSL_get_app_data(ssl));
  if (ok != 1) *names = names_in(X509_STORE_CTX_get0_cert(store));
  return ok;
}

TlsSession::TlsSession(std::shared_ptr<const TlsTrust> trust, const std::string& host)
    : engine_(std::make_unique<Engine>()) {
  Engine& engine = *engine_;
  engine.trust = std::move(trust);
  engine.host = host;
  engine.ssl.reset(SSL_new(engine.trust->context_->context.get()));
  engine.incoming = BIO_new(BIO_s_mem());
  engine.outgoing = BIO_new(BIO_s_mem());
  if (!engine.ssl || !engine.incoming || !engine.outgoing) std::abort();  // out of memory
  BIO_set_mem_eof_return(engine.incoming, -1);  // empty means: no data yet
  SSL* ssl = engine.ssl.get();
  SSL_set_bio(ssl, engine.incoming, engine.outgoing);
  SSL_set_connect_state(ssl);
  SSL_set_app_data(ssl, &engine.names);
  SSL_set_verify(ssl, SSL_VERIFY_PEER, on_verified);
  if (is_ip_address(host)) {
    engine.can_check = X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), host.c_str()) == 1;
  } else {
    SSL_set_hostflags(ssl, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
    engine.can_check =
        SSL_set1_host(ssl, host.c_str()) == 1 && SSL_set_tlsext_host_name(ssl, host.c_str()) == 1;
  }
}

TlsSession::~TlsSession() = default;

void TlsSession::receive(std::string_view bytes) {
  BIO_write(engine_->incoming, bytes.data(), as_int(bytes.size()));
}

std::string TlsSession::take_output() {
  std::string bytes(BIO_ctrl_pending(engine_->outgoing), '\0');
  if (!bytes.empty()) BIO_read(engine_->outgoing, bytes.data(), as_int(bytes.size()));
  return bytes;
}

TlsSession::Step TlsSession::shake_hands() {
  ERR_clear_error();
  SSL* ssl = engine_->ssl.get();
  if (!engine_->can_check) {
    why_ =
        "cannot be checked by its certificate: its address is neither a host name nor an IP "
        "address";
    return Step::failed;
  }
  const int done = SSL_do_handshake(ssl);
  if (done == 1) return Step::done;
  if (SSL_get_error(ssl, done) == SSL_ERROR_WANT_READ) return Step::more;
  const int error = ERR_GET_REASON(ERR_peek_last_error());
  if (error == SSL_R_CERTIFICATE_VERIFY_FAILED) {
    why_ = why_untrusted(SSL_get_verify_result(ssl), engine_->names, engine_->host,
                         engine_->trust->context_->setting);
  } else if (error == SSL_R_WRONG_VERSION_NUMBER || error == SSL_R_HTTP_REQUEST) {
    why_ = "does not speak TLS: its address may begin with http://";
  } else {
    why_ = "broke off the TLS handshake: " + tls_reason();
  }
  return Step::failed;
}

bool TlsSession::write(std::string_view bytes) {
  ERR_clear_error();
  SSL* ssl = engine_->ssl.get();
  if (bytes.empty()) return true;
  // A memory BIO accepts everything: all or nothing is written.
  if (SSL_write(ssl, bytes.data(), as_int(bytes.size())) > 0) return true;
  why_ = "broke the TLS connection: " + tls_reason();
  return false;
}

TlsSession::Read TlsSession::read(char* into, std::size_t size) {
  ERR_clear_error();
  SSL* ssl = engine_->ssl.get();
  const int got = SSL_read(ssl, into, as_int(size));
  if (got > 0) return {Step::done, static_cast<std::size_t>(got)};
  const int error = SSL_get_error(ssl, got);
  if (error == SSL_ERROR_WANT_READ) return {Step::more, 0};
  if (error == SSL_ERROR_ZERO_RETURN) return {Step::ended, 0};
  why_ = "broke the TLS connection: " + tls_reason();
  return {Step::failed, 0};
}

void TlsSession::end() {
  ERR_clear_error();
  SSL_shutdown(engine_->ssl.get());  // once: only the sending direction
}
}  // namespace franz
