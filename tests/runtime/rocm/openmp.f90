! SPDX-License-Identifier: MIT
! OpenMP offloading from Fortran; the host computes the same.
program offload
  use omp_lib
  implicit none
  integer, parameter :: n = 2000
  real(8) :: a(n), b(n), total, expected
  complex(8) :: c(10)
  integer :: i, passed, failed
  logical :: there
  passed = 0
  failed = 0
  there = .false.
  !$omp target map(from: there)
  there = .not. omp_is_initial_device()
  !$omp end target
  call check('a region runs on the GPU', there)
  do i = 1, n
     a(i) = i * 0.5d0
  end do
  !$omp target teams distribute parallel do map(to: a) map(from: b)
  do i = 1, n
     b(i) = sqrt(a(i)) * 2 + mod(i, 3)
  end do
  call check('a loop', all(abs(b - (sqrt(a) * 2 + [(mod(i, 3), i = 1, n)])) < 1d-12))
  total = 0
  !$omp target teams distribute parallel do reduction(+: total) map(to: a)
  do i = 1, n
     total = total + a(i)
  end do
  expected = sum(a)
  call check('a sum', abs(total - expected) < 1d-6)
  !$omp target map(from: c)
  do i = 1, 10
     c(i) = cmplx(i, -i, 8) ** 2
  end do
  !$omp end target
  call check('complex numbers', all([(abs(c(i) - cmplx(i, -i, 8) ** 2) < 1d-12, i = 1, 10)]))
  !$omp target map(tofrom: a)
  a(1:10) = a(10:1:-1)
  !$omp end target
  call check('array sections', a(1) == 5d0 .and. a(10) == 0.5d0)
  print '(i0,a,i0,a)', passed, ' passed, ', failed, ' failed'
  if (failed > 0) stop 1
contains
  subroutine check(what, ok)
    character(*), intent(in) :: what
    logical, intent(in) :: ok
    if (ok) then
       passed = passed + 1
    else
       failed = failed + 1
       print '(2a)', 'FAILED ', what
    end if
  end subroutine check
end program offload
