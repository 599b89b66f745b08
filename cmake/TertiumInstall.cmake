# cmake --install: the program with what it reads, and the library with its headers, for find_package(Tertium).
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(installed_rooms core files outside problems metrics kernels embedding linkage partition answers)
set(share share/tertium) # where core/base/home.cpp looks for it
install(DIRECTORY data configs cluster-jobs DESTINATION ${share} USE_SOURCE_PERMISSIONS)
install(DIRECTORY pictures DESTINATION ${share} FILES_MATCHING PATTERN "*.py" PATTERN "*.html")
if(TERTIUM_PROGRAM)
  install(TARGETS tertium RUNTIME DESTINATION bin)
  install(DIRECTORY ${PROJECT_BINARY_DIR}/generated/share/ DESTINATION share OPTIONAL) # man pages, completion
  install(PROGRAMS ${PROJECT_BINARY_DIR}/tertium-bench DESTINATION bin OPTIONAL) # where it was built
endif()

# One archive of the rooms below the program: the registry calls into them, and they into it, so that no order would do.
set(objects $<TARGET_OBJECTS:tertium_registry>)
foreach(room IN LISTS installed_rooms)
  list(APPEND objects $<TARGET_OBJECTS:tertium_${room}>)
  install(DIRECTORY ${room} DESTINATION include/tertium FILES_MATCHING PATTERN "*.hpp")
endforeach()
add_library(tertium_library STATIC ${objects})
set_target_properties(tertium_library PROPERTIES OUTPUT_NAME tertium LINKER_LANGUAGE CXX)
install(TARGETS tertium_library ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/Tertium)
set(include_folder include/tertium)
configure_package_config_file(
  ${PROJECT_SOURCE_DIR}/cmake/TertiumConfig.cmake.in ${PROJECT_BINARY_DIR}/generated/TertiumConfig.cmake
  INSTALL_DESTINATION ${package_folder} PATH_VARS CMAKE_INSTALL_LIBDIR include_folder share)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/generated/TertiumConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/generated/TertiumConfig.cmake ${PROJECT_BINARY_DIR}/generated/TertiumConfigVersion.cmake
        DESTINATION ${package_folder})
