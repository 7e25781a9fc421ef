#include "tests/proxy/relay/certificates.h"
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>
#include <cstdlib>

namespace franz {
namespace {
template <auto free>
struct Free {
  template <typename T>
  void operator()(T* thing) const {
    free(thing);
  }
};
using Key = std::unique_ptr<EVP_PKEY, Free<EVP_PKEY_free>>;
using Certificate = std::unique_ptr<X509, Free<X509_free>>;
using Memory = std::unique_ptr<BIO, Free<BIO_free_all>>;

void require(bool ok) {
  if (!ok) std::abort();  // OpenSSL does not work
}

template <typename Write>
std::string pem(Write write) {
  const Memory memory(BIO_new(BIO_s_mem()));
  require(write(memory.get()) == 1);
  char* bytes = nullptr;
  const long size = BIO_get_mem_data(memory.get(), &bytes);
  return {bytes, static_cast<std::size_t>(size)};
}

Key new_key() { return Key(EVP_EC_gen("P-256")); }

void extend(X509* certificate, int kind, const std::string& value) {
  X509_EXTENSION* extension = X509V3_EXT_conf_nid(nullptr, nullptr, kind, value.c_str());
  require(extension && X509_add_ext(certificate, extension, -1) == 1);
  X509_EXTENSION_free(extension);
}

std::string names(const std::vector<std::string>& hosts) {
  std::string text;
  for (const std::string& host : hosts) {
    const bool numeric = host.find_first_not_of("0123456789.") == std::string::npos;
    text += (text.empty() ? "" : ",") + std::string(numeric ? "IP:" : "DNS:") + host;
  }
  return text;
}

// `issuer` null: self-signed.
Certificate certify(EVP_PKEY* key, const std::string& name, const CertificateFor& whom,
                    const X509* issuer, EVP_PKEY* issuer_key) {
  static long serial = 0;
  Certificate made(X509_new());
  X509* certificate = made.get();
  constexpr long kDay = 24L * 60 * 60;
  X509_set_version(certificate, X509_VERSION_3);
  ASN1_INTEGER_set(X509_get_serialNumber(certificate), ++serial);
  X509_gmtime_adj(X509_getm_notBefore(certificate), whom.from_days * kDay);
  X509_gmtime_adj(X509_getm_notAfter(certificate), whom.to_days * kDay);
  X509_set_pubkey(certificate, key);
  X509_NAME_add_entry_by_txt(X509_get_subject_name(certificate), "CN", MBSTRING_ASC,
                             reinterpret_cast<const unsigned char*>(name.c_str()), -1, -1, 0);
  X509_set_issuer_name(certificate, X509_get_subject_name(issuer ? issuer : certificate));
  if (whom.hosts.empty()) extend(certificate, NID_basic_constraints, "critical,CA:TRUE");
  if (!whom.hosts.empty()) extend(certificate, NID_subject_alt_name, names(whom.hosts));
  require(X509_sign(certificate, issuer_key, EVP_sha256()) > 0);
  return made;
}

Identity identity(X509* certificate, EVP_PKEY* key) {
  return {pem([&](BIO* to) { return PEM_write_bio_X509(to, certificate); }), pem([&](BIO* to) {
            return PEM_write_bio_PrivateKey(to, key, nullptr, nullptr, 0, nullptr, nullptr);
          })};
}
}  // namespace

struct Authority::Keys {
  Key key = new_key();
  Certificate certificate =
      certify(key.get(), "FRANZ test authority", {{}, -10, 10}, nullptr, key.get());
};

Authority::Authority() : keys_(std::make_unique<Keys>()) {
  certificate_ = identity(keys_->certificate.get(), keys_->key.get()).certificate;
}
Authority::~Authority() = default;

Identity Authority::issue(const CertificateFor& whom) const {
  const Key key = new_key();
  const Certificate made =
      certify(key.get(), "server", whom, keys_->certificate.get(), keys_->key.get());
  return identity(made.get(), key.get());
}

Identity self_signed(const CertificateFor& whom) {
  const Key key = new_key();
  return identity(certify(key.get(), "itself", whom, nullptr, key.get()).get(), key.get());
}
}  // namespace franz
