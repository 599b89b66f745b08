# cmake --install: the program with what it reads, and the library with its headers, for find_package(Tertium). What is not
# built is left out, and the line that builds it is told: ./run builds the program alone. Components: data, program, library,
# python.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# tertium_install_if_built(COMPONENT TARGET WHAT): where the target is not built, what follows in the folder of the caller's
# CMakeLists.txt is not installed. Who asks for the component by name gets an error. (A return() ends the install script of a
# folder, which is included by that of the folder above.)
function(tertium_install_if_built component target what)
  set(missing "${what} is not built, so it is not installed. To build it: cmake --build ${PROJECT_BINARY_DIR} --target ${target}")
  install(CODE "if(NOT EXISTS \"$<TARGET_FILE:${target}>\")
    if(CMAKE_INSTALL_COMPONENT)
      message(FATAL_ERROR \"${missing}\")
    endif()
    message(STATUS \"${missing}\")
    return()
  endif()" COMPONENT ${component})
endfunction()

set(installed_rooms core files outside problems metrics kernels embedding linkage partition answers)
set(share share/tertium) # where core/base/home.cpp looks for it
install(DIRECTORY data configs cluster-jobs DESTINATION ${share} USE_SOURCE_PERMISSIONS COMPONENT data)
install(DIRECTORY pictures DESTINATION ${share} COMPONENT data FILES_MATCHING PATTERN "*.py" PATTERN "*.html")

# One archive of the rooms below the program: the registry calls into them, and they into it, so that no order would do.
set(objects $<TARGET_OBJECTS:tertium_registry>)
foreach(room IN LISTS installed_rooms)
  list(APPEND objects $<TARGET_OBJECTS:tertium_${room}>)
endforeach()
add_library(tertium_library STATIC ${objects})
set_target_properties(tertium_library PROPERTIES OUTPUT_NAME tertium LINKER_LANGUAGE CXX)
add_subdirectory(cmake/library)
if(TERTIUM_PROGRAM)
  add_subdirectory(cmake/program)
endif()
