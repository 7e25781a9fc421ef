#include "proxy/proxy_app.h"

int main(int argument_count, char** arguments) {
  return franz::proxy::run_proxy_app(argument_count, arguments);
}
