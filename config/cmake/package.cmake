# The preset package builds nothing itself: its only target runs the presets release and mingw
# (config/package.sh), and its tests try the packages.
add_custom_target(packages ALL COMMAND ${PROJECT_SOURCE_DIR}/config/package.sh USES_TERMINAL
  COMMENT "Making dist/franz-${PROJECT_VERSION}-*")
enable_testing()
add_subdirectory(tests/package)
