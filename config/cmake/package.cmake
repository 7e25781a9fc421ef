# The preset package builds nothing of its own: its one target drives the presets release and mingw
# (config/package.sh), and its tests try what came out.
add_custom_target(packages ALL COMMAND ${PROJECT_SOURCE_DIR}/config/package.sh USES_TERMINAL
  COMMENT "Making dist/franz-${PROJECT_VERSION}-*")
enable_testing()
add_subdirectory(tests/package)
