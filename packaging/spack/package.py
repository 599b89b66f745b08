# Recipe for Spack; written by its documentation, not tested: no Spack was at hand. tests/docs/release_test.py holds version
# and names to those of the project.
from spack.package import *


class Tertium(CMakePackage):
    """Comparison-based clustering, flat and hierarchical."""

    license("MIT")
    version("1.0.0")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("ninja", type="build")
    depends_on("openmpi")
    depends_on("boost@1.74: +program_options")
    depends_on("hdf5 +hl")
    depends_on("fmt@9:")
    depends_on("random123")
    depends_on("xxhash")
    depends_on("zlib-api")
    depends_on("highway@1.0:")
    depends_on("eigen@3.4:")
    depends_on("clp", when="+clp")
    depends_on("openblas threads=openmp")
    depends_on("nlohmann-json@3.9:")
    # liblbfgs is in no repository of Spack: the build finds it below LBFGS_ROOT, made by packaging/from-source.sh.

    for name in ("py-pip", "py-h5py", "py-matplotlib", "py-numpy"):  # what draws
        depends_on(name, type="run")

    variant("clp", default=True, description="LP-rounding, which needs Clp")
    conflicts("%gcc@:11")
    generator("ninja")

    def cmake_args(self):
        return [self.define("TERTIUM_TESTS", False), self.define("TERTIUM_UNITY", True),
                self.define_from_variant("TERTIUM_CLP", "clp")]
