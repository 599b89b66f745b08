#include "embedding/dense/symmetric_eigen.hpp"

#include <omp.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/error.hpp"

// LAPACK as it is, without its C interface: one library less.
// NOLINTBEGIN(readability-identifier-naming): Fortran's names
extern "C" {
void dsyevd_(const char* job, const char* part, const int* n, double* a, const int* lda, double* values, double* work,
             const int* work_size, int* integers, const int* integer_count, int* info);
void dsytrd_(const char* part, const int* n, double* a, const int* lda, double* diagonal, double* off_diagonal,
             double* factors, double* work, const int* work_size, int* info);
void dstedc_(const char* job, const int* n, double* diagonal, double* off_diagonal, double* vectors, const int* ldz,
             double* work, const int* work_size, int* integers, const int* integer_count, int* info);
void dormtr_(const char* side, const char* part, const char* transposed, const int* m, const int* n, double* a,
             const int* lda, double* factors, double* c, const int* ldc, double* work, const int* work_size, int* info);
void dpotrf_(const char* part, const int* n, double* a, const int* lda, int* info);
void dtrsm_(const char* side, const char* part, const char* transposed, const char* diagonal, const int* m,
            const int* n, const double* alpha, const double* a, const int* lda, double* b, const int* ldb);
void openblas_set_num_threads(int threads);
int openblas_get_parallel();
char* openblas_get_corename();
// Of libraries that hold kernels for many processors.
__attribute__((weak)) void gotoblas_dynamic_init();
__attribute__((weak)) void gotoblas_dynamic_quit();
}
// NOLINTEND(readability-identifier-naming)

namespace tertium::embedding {
namespace {

/// While it lives, this thread calls OpenBLAS: on one thread, since sums that threads share would depend on their
/// number, and alone where OpenBLAS was built without threads, for then its calls share their workspace.
class OpenBlas {
 public:
  OpenBlas() {
    static std::once_flag once;
    if (openblas_get_parallel() == 0) alone_ = std::unique_lock(one_at_a_time());
    std::call_once(once, [] { openblas_set_num_threads(1); });
    omp_set_num_threads(1);
  }
  ~OpenBlas() { omp_set_num_threads(threads_); }
  OpenBlas(const OpenBlas&) = delete;
  OpenBlas& operator=(const OpenBlas&) = delete;

 private:
  static std::mutex& one_at_a_time() {
    static std::mutex mutex;
    return mutex;
  }
  int threads_ = omp_get_max_threads();  ///< of this thread's OpenMP, which OpenBLAS may go by, and may change
  std::unique_lock<std::mutex> alone_{};
};

/// Puts eigenvectors, in rows, and ascending values in place of the matrix; what LAPACK says.
int decomposed(EigenPairs& pairs) {
  Matrix& vectors = pairs.vectors;
  const int n = vectors.rows();
  Matrix work(2 * n + 7, n);  // of 1 + 6 n + 2 n^2 doubles
  std::vector<int> integers(3 + 5 * std::size_t(n));
  const int lda = vectors.stride(), size = work.rows() * n, count = static_cast<int>(integers.size());
  int info = 0;
  const OpenBlas open_blas;
  dsyevd_("V", "L", &n, vectors.row(0), &lda, pairs.values.data(), work.row(0), &size, integers.data(), &count, &info);
  return info;
}

void expect_eigenvalues(int info) {
  if (info != 0)
    core::fail("the eigenvalues did not converge (LAPACK, info = {}), check for infinite similarities", info);
}

/// Of vectors in rows, by ascending values.
EigenPairs descending(EigenPairs pairs) {
  const int n = pairs.vectors.rows();
  std::ranges::reverse(pairs.values);
  for (int i = 0; i < n / 2; ++i)
    std::swap_ranges(pairs.vectors.row(i), pairs.vectors.row(i) + n, pairs.vectors.row(n - 1 - i));
  pairs.vectors = pairs.vectors.transposed();
  return pairs;
}

/// The columns, orthonormal, by the Cholesky factor of their Gram matrix: A <- A U^-1, U^T U = A^T A. False, and
/// nothing is changed, where they may depend on each other.
bool made_orthonormal(Matrix& columns) {
  constexpr double kDependent = 1e-10;
  Matrix gram = multiply_transposed(columns, columns, Precision::kDouble, Part::kUpper);
  const int count = columns.cols(), rows = columns.rows(), lda = gram.stride(), ldb = columns.stride();
  double largest = 0.0;
  for (int c = 0; c < count; ++c) largest = std::max(largest, gram(c, c));
  const OpenBlas open_blas;
  int info = 0;
  dpotrf_("L", &count, gram.row(0), &lda, &info);
  if (info != 0) return false;
  for (int c = 0; c < count; ++c)
    if (!(gram(c, c) * gram(c, c) > kDependent * largest)) return false;
  // What is by rows here is transposed for LAPACK.
  const double one = 1.0;
  dtrsm_("L", "L", "N", "N", &count, &rows, &one, gram.row(0), &lda, columns.row(0), &ldb);
  return true;
}

/// The family of kernels that should be used here and is not; empty where none is known.
std::string better_blas_kernels() {
#if defined(__x86_64__)
  constexpr std::string_view kWide[] = {"SkylakeX", "Cooperlake", "Sapphirerapids"};
  constexpr std::string_view kNarrow[] = {"Haswell", "Excavator", "Zen"};
  const std::string_view chosen = openblas_get_corename();
  if (std::ranges::count(kWide, chosen) > 0) return {};
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512vl"))
    return "SkylakeX";
  if (std::ranges::count(kNarrow, chosen) > 0) return {};
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return "Haswell";
#endif
  return {};
}

}  // namespace

// In double precision only: of OpenBLAS 0.3.21 the single precision of AVX-512 gives wrong answers now and then when
// two threads call it at once, although each works on one thread.
EigenPairs symmetric_eigen(Matrix a) {
  core::expects(a.rows() == a.cols() && a.rows() < 32767, "a square matrix that LAPACK can number");
  const int n = a.rows();
  if (n == 0) return {};
  EigenPairs ascending{std::vector<double>(n), std::move(a)};  // vectors in rows, as LAPACK's columns are
  expect_eigenvalues(decomposed(ascending));
  return descending(std::move(ascending));
}

EigenPairs largest_pairs(Matrix a, int count) {
  core::expects(a.rows() == a.cols() && count <= a.rows() && a.rows() < 32767,
                "a square matrix that LAPACK can number");
  const int n = a.rows(), lda = a.stride();
  if (n == 0) return {};
  std::vector<double> values(n), off_diagonal(n), factors(n);
  Matrix vectors(n, n), work(n + 64, n + 64);  // in rows; more than 1 + 4 n + n^2 doubles, and blocks of columns
  std::vector<int> integers(3 + 5 * std::size_t(n));
  const int size = work.rows() * work.cols(), whole = static_cast<int>(integers.size());
  int info = 0;
  {
    const OpenBlas open_blas;
    dsytrd_("L", &n, a.row(0), &lda, values.data(), off_diagonal.data(), factors.data(), work.row(0), &size, &info);
    dstedc_("I", &n, values.data(), off_diagonal.data(), vectors.row(0), &lda, work.row(0), &size, integers.data(),
            &whole, &info);
    expect_eigenvalues(info);
    dormtr_("L", "L", "N", &n, &count, a.row(0), &lda, factors.data(), vectors.row(n - count), &lda, work.row(0), &size,
            &info);
  }
  Matrix largest(count, n);
  for (int c = 0; c < count; ++c) std::copy_n(vectors.row(n - 1 - c), n, largest.row(c));
  return {{values.rbegin(), values.rbegin() + count}, largest.transposed()};
}

bool is_positive_definite(Matrix a, double shift) {
  const int n = a.rows(), lda = a.stride();
  if (n == 0) return true;
  for (int i = 0; i < n; ++i) a(i, i) += shift;
  int info = 0;
  const OpenBlas open_blas;
  dpotrf_("L", &n, a.row(0), &lda, &info);
  return info == 0;
}

Matrix orthonormal(Matrix columns, int passes) {
  // By the eigenpairs of the Gram matrix where there is no factor.
  for (int pass = 0; pass < passes && columns.cols() > 0; ++pass) {
    if (made_orthonormal(columns)) continue;
    const EigenPairs gram = symmetric_eigen(multiply(columns.transposed(), columns));
    constexpr double kDependent = 1e-14;
    int rank = 0;
    while (rank < columns.cols() && gram.values[rank] > kDependent * std::max(gram.values[0], 1e-300)) ++rank;
    Matrix factors = gram.vectors.first_cols(rank);
    for (int i = 0; i < factors.rows(); ++i)
      for (int c = 0; c < rank; ++c) factors(i, c) /= std::sqrt(gram.values[c]);
    columns = multiply(columns, factors);
  }
  return columns;
}

void choose_blas_kernels() {
  constexpr const char* kVariable = "OPENBLAS_CORETYPE";  // which OpenBLAS reads when it begins
  if (gotoblas_dynamic_init == nullptr || gotoblas_dynamic_quit == nullptr || std::getenv(kVariable) != nullptr) return;
  const std::string better = better_blas_kernels();
  if (better.empty() || ::setenv(kVariable, better.c_str(), 0) != 0) return;
  gotoblas_dynamic_quit();
  gotoblas_dynamic_init();
}

std::string blas_kernels() {
  return openblas_get_corename();
}

}  // namespace tertium::embedding
