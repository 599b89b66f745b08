#include "embedding/dense/matrix.hpp"

#include <algorithm>
#include <new>
#include <type_traits>
#include <variant>
#include <vector>

#include "core/base/large_array.hpp"
#include "embedding/dense/multiply_rows.hpp"

namespace tertium::embedding {
namespace {

template <typename T>
Matrix from_table(const core::PairTable<T>& table) {
  const int n = table.objects();
  Matrix matrix(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j) matrix(i, j) = matrix(j, i) = static_cast<double>(table(i, j));
  return matrix;
}

/// What is summed over rows is summed in blocks of so many, whatever the number of threads.
constexpr int kRowsTogether = 4096;

int blocks_of(const Matrix& a) {
  return std::max(1, (a.rows() + kRowsTogether - 1) / kRowsTogether);
}

template <typename Value>
std::vector<double> column_sums(const Matrix& a, Value&& value) {
  const int blocks = blocks_of(a);
  Matrix sums(blocks, a.cols());
#pragma omp parallel for schedule(static) if (blocks > 1)
  for (int block = 0; block < blocks; ++block)
    for (int i = block * kRowsTogether; i < std::min(a.rows(), (block + 1) * kRowsTogether); ++i)
      for (int j = 0; j < a.cols(); ++j) sums(block, j) += value(a(i, j));
  std::vector<double> total(a.cols());
  for (int block = 0; block < blocks; ++block)
    for (int j = 0; j < a.cols(); ++j) total[j] += sums(block, j);
  return total;
}

}  // namespace

Matrix::Aligned::Aligned(std::size_t n) : size(n), pointer(core::large_array<double>(n)) {
  std::fill_n(data(), n, 0.0);
}

Matrix::Aligned::Aligned(const Aligned& other) : size(other.size), pointer(core::large_array<double>(other.size)) {
  std::copy_n(other.data(), size, data());
}

Matrix::Aligned& Matrix::Aligned::operator=(const Aligned& other) {
  if (this != &other) *this = Aligned(other);
  return *this;
}

Matrix::Matrix(int rows, int cols)
    : rows_(rows), cols_(cols), stride_((cols + kAlign - 1) / kAlign * kAlign), values_(std::size_t(rows) * stride_) {}

Matrix Matrix::transposed() const {
  constexpr int kTile = 32;
  Matrix result(cols_, rows_);
  for (int i0 = 0; i0 < rows_; i0 += kTile)
    for (int j0 = 0; j0 < cols_; j0 += kTile)
      for (int i = i0; i < std::min(rows_, i0 + kTile); ++i)
        for (int j = j0; j < std::min(cols_, j0 + kTile); ++j) result(j, i) = (*this)(i, j);
  return result;
}

Matrix Matrix::first_cols(int count) const {
  Matrix result(rows_, count);
  for (int i = 0; i < rows_; ++i) std::copy_n(row(i), count, result.row(i));
  return result;
}

Matrix Matrix::hstack(const Matrix& left, const Matrix& right) {
  Matrix result(left.rows_, left.cols_ + right.cols_);
  for (int i = 0; i < left.rows_; ++i) {
    std::copy_n(left.row(i), left.cols_, result.row(i));
    std::copy_n(right.row(i), right.cols_, result.row(i) + left.cols_);
  }
  return result;
}

Matrix symmetric_matrix(const core::Similarities& similarity) {
  return from_table(similarity);
}

Matrix similarities_of(const core::StepRun& run) {
  if (run.input == nullptr) return from_table(run.problem.get<core::Similarities>());
  return std::visit([](const auto& table) { return from_table(*table); }, std::get<core::SimilarityMatrix>(*run.input));
}

namespace {

template <typename Real>
Matrix transposed_product(const Matrix& a, const Matrix& b, Part part) {
  const int chunks = blocks_of(a);
  std::vector<Matrix> parts(chunks);
#pragma omp parallel for schedule(static) if (chunks > 1)
  for (int chunk = 0; chunk < chunks; ++chunk) {
    const int begin = chunk * kRowsTogether, rows = std::min(kRowsTogether, a.rows() - begin);
    Matrix sum(a.cols(), b.cols());
    multiply_rows({a.row(begin), 1, a.stride()}, PackedFactor<Real>(b, begin, rows), {sum.row(0), sum.stride()},
                  a.cols(), part == Part::kUpper ? 0 : kAllColumns);
    parts[chunk] = std::move(sum);
  }
  for (int chunk = 1; chunk < chunks; ++chunk)
    for (int i = 0; i < a.cols(); ++i)
      for (int j = 0; j < b.cols(); ++j) parts[0](i, j) += parts[chunk](i, j);
  return std::move(parts[0]);
}

}  // namespace

Matrix multiply_transposed(const Matrix& a, const Matrix& b, Precision precision, Part part) {
  return precision == Precision::kSingle ? transposed_product<float>(a, b, part)
                                         : transposed_product<double>(a, b, part);
}

double dot(const Matrix& a, const Matrix& b) {
  double sum = 0.0;
  for (int i = 0; i < a.rows(); ++i) {
    double of_row = 0.0;
    for (int j = 0; j < a.cols(); ++j) of_row += a(i, j) * b(i, j);
    sum += of_row;
  }
  return sum;
}

void center_columns(Matrix& a) {
  std::vector<double> mean = column_sums(a, [](double value) { return value; });
  for (double& of_column : mean) of_column /= a.rows();
#pragma omp parallel for schedule(static) if (a.rows() > kRowsTogether)
  for (int i = 0; i < a.rows(); ++i)
    for (int j = 0; j < a.cols(); ++j) a(i, j) -= mean[j];
}

void subtract(Matrix& a, const Matrix& b) {
#pragma omp parallel for schedule(static) if (a.rows() > kRowsTogether)
  for (int i = 0; i < a.rows(); ++i)
    for (int j = 0; j < a.cols(); ++j) a(i, j) -= b(i, j);
}

std::vector<double> column_squares(const Matrix& a) {
  return column_sums(a, [](double value) { return value * value; });
}

}  // namespace tertium::embedding
