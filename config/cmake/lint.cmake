# `cmake --build build/dev --target lint`: formatting and clang-tidy over every source of ours.
find_program(CLANG_FORMAT clang-format)
find_program(CLANG_TIDY clang-tidy)
set(franz_source_folders common orchestrator executor capturer proxy config tests)
list(TRANSFORM franz_source_folders REPLACE "(.+)" "${PROJECT_SOURCE_DIR}/\\1/*.cpp" OUTPUT_VARIABLE franz_cpp_globs)
list(TRANSFORM franz_source_folders REPLACE "(.+)" "${PROJECT_SOURCE_DIR}/\\1/*.h" OUTPUT_VARIABLE franz_h_globs)
file(GLOB_RECURSE franz_sources CONFIGURE_DEPENDS ${franz_cpp_globs} ${franz_h_globs})
if(CLANG_FORMAT)
  add_custom_target(format-check COMMAND ${CLANG_FORMAT} --dry-run --Werror ${franz_sources})
  add_custom_target(format COMMAND ${CLANG_FORMAT} -i ${franz_sources})
  # Other versions format a few lines differently.
  execute_process(COMMAND ${CLANG_FORMAT} --version OUTPUT_VARIABLE clang_format_version)
  if(BUILD_TESTING AND NOT CMAKE_CROSSCOMPILING AND clang_format_version MATCHES "version 14\\.")
    add_test(NAME format COMMAND ${CLANG_FORMAT} --dry-run --Werror ${franz_sources})
  endif()
endif()
# Checks what the configured targets compile; Python comes with clang-tidy.
find_package(Python3 COMPONENTS Interpreter QUIET)
if(CLANG_FORMAT AND CLANG_TIDY AND Python3_FOUND)
  list(TRANSFORM franz_source_folders PREPEND ${PROJECT_SOURCE_DIR}/ OUTPUT_VARIABLE franz_lint_folders)
  add_custom_target(lint
    COMMAND ${CLANG_FORMAT} --dry-run --Werror ${franz_sources}
    COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/config/lint.py --clang-tidy ${CLANG_TIDY}
      ${CMAKE_BINARY_DIR} ${franz_lint_folders} USES_TERMINAL VERBATIM)
endif()
