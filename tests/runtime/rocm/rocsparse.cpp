/* SPDX-License-Identifier: MIT */
/* rocSPARSE: the product of a sparse matrix and a vector; the host computes it as well. All numbers are small and whole, so that
 * sums are exact in any order. */
#include <rocsparse/rocsparse.h>
#include <vector>

#include "hip.h"

template <typename type> static type *copy_of(const std::vector<type> &data) {
    type *device;
    DO(hipMalloc((void **)&device, data.size() * sizeof(type)));
    DO(hipMemcpy(device, data.data(), data.size() * sizeof(type), hipMemcpyHostToDevice));
    return device;
}

int main() {
    const int rows = 500, columns = 300;
    std::vector<int> start(1, 0), column;
    std::vector<double> value, x(columns), y(rows, 1.0), expected(rows);
    rocsparse_handle handle;
    rocsparse_mat_descr matrix;
    const double alpha = 2, beta = 3;
    for (int r = 0; r < rows; r++) {
        for (int c = r * 7 % 11; c < columns; c += 5 + r * r % 37) {
            column.push_back(c);
            value.push_back((r + 3 * c) % 17 - 8);
        }
        start.push_back((int)column.size());
    }
    for (int c = 0; c < columns; c++)
        x[c] = c % 9 - 4;
    for (int r = 0; r < rows; r++) {
        double sum = 0;
        for (int i = start[r]; i < start[r + 1]; i++)
            sum += value[i] * x[column[i]];
        expected[r] = alpha * sum + beta * y[r];
    }
    check("a handle", rocsparse_create_handle(&handle) == rocsparse_status_success);
    check("a matrix", rocsparse_create_mat_descr(&matrix) == rocsparse_status_success);
    int *dstart = copy_of(start), *dcolumn = copy_of(column);
    double *dvalue = copy_of(value), *dx = copy_of(x), *dy = copy_of(y);
    check("a product", rocsparse_dcsrmv(handle, rocsparse_operation_none, rows, columns, (int)column.size(), &alpha,
                                        matrix, dvalue, dstart, dcolumn, NULL, dx, &beta,
                                        dy) == rocsparse_status_success);
    DO(hipMemcpy(y.data(), dy, rows * sizeof(double), hipMemcpyDeviceToHost));
    check("is right", y == expected);
    double dot = 0, sum = 0;
    for (int c = 0; c < columns; c++)
        sum += x[c] * (c % 2 ? 1 : 0);
    std::vector<int> odd;
    std::vector<double> ones;
    for (int c = 1; c < columns; c += 2) {
        odd.push_back(c);
        ones.push_back(1);
    }
    check("a sparse vector", rocsparse_ddoti(handle, (int)odd.size(), copy_of(ones), copy_of(odd), dx, &dot,
                                             rocsparse_index_base_zero) == rocsparse_status_success);
    DO(hipDeviceSynchronize());
    check("times a dense one", dot == sum);
    rocsparse_destroy_mat_descr(matrix);
    rocsparse_destroy_handle(handle);
    return summary();
}
