# The libraries of DESIGN §5, found where the package manager put them; nothing is downloaded here.
find_package(Threads REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(OpenSSL REQUIRED)
find_package(Boost 1.81 REQUIRED)  # headers only; 1.74's Process does not build with C++20
find_path(FRANZ_STB_DIR stb_image_write.h PATH_SUFFIXES stb REQUIRED)
find_path(FRANZ_DEFLATE_DIR libdeflate.h REQUIRED)
find_library(FRANZ_DEFLATE_LIBRARY NAMES libdeflate.a deflate libdeflate REQUIRED)

# Third-party headers are system headers: our warnings are about our code.
add_library(franz_boost INTERFACE)
target_include_directories(franz_boost SYSTEM INTERFACE ${Boost_INCLUDE_DIRS})
target_compile_definitions(franz_boost INTERFACE BOOST_PROCESS_USE_STD_FS BOOST_ASIO_NO_DEPRECATED
  BOOST_BIND_GLOBAL_PLACEHOLDERS)
target_link_libraries(franz_boost INTERFACE Threads::Threads)

add_library(franz_png INTERFACE)
target_include_directories(franz_png SYSTEM INTERFACE ${FRANZ_STB_DIR} ${FRANZ_DEFLATE_DIR})
target_link_libraries(franz_png INTERFACE ${FRANZ_DEFLATE_LIBRARY})

# Debian's cpp-httplib is a shared library whose classes change size with its build flags: only
# pkg-config's flags fit it.
find_package(PkgConfig REQUIRED)
pkg_check_modules(httplib REQUIRED IMPORTED_TARGET cpp-httplib)
add_library(franz_httplib INTERFACE)
target_link_libraries(franz_httplib INTERFACE PkgConfig::httplib OpenSSL::SSL Threads::Threads)
