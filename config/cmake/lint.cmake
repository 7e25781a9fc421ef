# `cmake --build build/dev --target lint`: formatting and clang-tidy over every source of ours.
find_program(CLANG_FORMAT clang-format)
find_program(CLANG_TIDY clang-tidy)
file(GLOB_RECURSE franz_sources CONFIGURE_DEPENDS
  ${PROJECT_SOURCE_DIR}/common/*.cpp ${PROJECT_SOURCE_DIR}/common/*.h
  ${PROJECT_SOURCE_DIR}/orchestrator/*.cpp ${PROJECT_SOURCE_DIR}/orchestrator/*.h
  ${PROJECT_SOURCE_DIR}/executor/*.cpp ${PROJECT_SOURCE_DIR}/executor/*.h
  ${PROJECT_SOURCE_DIR}/capturer/*.cpp ${PROJECT_SOURCE_DIR}/capturer/*.h
  ${PROJECT_SOURCE_DIR}/proxy/*.cpp ${PROJECT_SOURCE_DIR}/proxy/*.h
  ${PROJECT_SOURCE_DIR}/tests/*.cpp ${PROJECT_SOURCE_DIR}/tests/*.h)
if(CLANG_FORMAT)
  add_custom_target(format-check COMMAND ${CLANG_FORMAT} --dry-run --Werror ${franz_sources})
  add_custom_target(format COMMAND ${CLANG_FORMAT} -i ${franz_sources})
  # Other versions lay out a few lines differently.
  execute_process(COMMAND ${CLANG_FORMAT} --version OUTPUT_VARIABLE clang_format_version)
  if(BUILD_TESTING AND clang_format_version MATCHES "version 14\\.")
    add_test(NAME format COMMAND ${CLANG_FORMAT} --dry-run --Werror ${franz_sources})
  endif()
endif()
# clang-tidy's own driver takes all cores; it looks at the files that the configured targets compile.
find_program(RUN_CLANG_TIDY NAMES run-clang-tidy run-clang-tidy-14)
if(CLANG_FORMAT AND CLANG_TIDY AND RUN_CLANG_TIDY)
  add_custom_target(lint
    COMMAND ${CLANG_FORMAT} --dry-run --Werror ${franz_sources}
    COMMAND ${RUN_CLANG_TIDY} -clang-tidy-binary ${CLANG_TIDY} -p ${CMAKE_BINARY_DIR} -quiet
      "^${PROJECT_SOURCE_DIR}/(common|orchestrator|executor|capturer|proxy|tests)/.*[.]cpp$" VERBATIM)
endif()
