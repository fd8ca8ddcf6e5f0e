! SPDX-License-Identifier: MIT
! More OpenMP offloading from Fortran: derived types with allocatable parts, functions of the device, several dimensions, reductions of
! arrays, atomics, tasks that wait for each other, device pointers; the host computes the same.
module physics
  implicit none
  integer, parameter :: counter_size = 8
  integer :: counters(counter_size) = 0
  !$omp declare target (counters)
  type body
     real(8) :: at(3)
     real(8) :: mass
  end type body
contains
  pure real(8) function attraction(a, b)
    !$omp declare target
    type(body), intent(in) :: a, b
    real(8) :: d(3)
    d = a%at - b%at
    attraction = a%mass * b%mass / (sum(d * d) + 1d-3)
  end function attraction
  recursive integer function steps(n) result(k)
    !$omp declare target
    integer, intent(in) :: n
    if (n == 1) then
       k = 0
    else if (mod(n, 2) == 0) then
       k = 1 + steps(n / 2)
    else
       k = 1 + steps(3 * n + 1)
    end if
  end function steps
end module physics

program more
  use omp_lib
  use physics
  use, intrinsic :: iso_c_binding
  implicit none
  integer, parameter :: n = 96
  type(body) :: bodies(n)
  real(8), allocatable :: field(:, :), wanted(:, :)
  real(8) :: energy, expected, histogram(16), on_host(16)
  integer :: i, j, k, passed, failed, chain(4), found(30)
  integer, allocatable :: words(:)
  character(12) :: text
  passed = 0
  failed = 0

  do i = 1, n
     bodies(i)%at = [mod(i, 7) * 1d0, mod(i, 5) * 2d0, mod(i, 11) * 0.5d0]
     bodies(i)%mass = 1 + mod(i, 3)
  end do
  energy = 0
  expected = 0
  !$omp target teams distribute parallel do collapse(2) reduction(+: energy) map(to: bodies)
  do j = 1, n
     do i = 1, n
        if (i < j) energy = energy + attraction(bodies(i), bodies(j))
     end do
  end do
  do j = 1, n
     do i = 1, j - 1
        expected = expected + attraction(bodies(i), bodies(j))
     end do
  end do
  call check('derived types and functions of the device', abs(energy - expected) < 1d-9 * expected)

  allocate (field(n, n), wanted(n, n))
  field = 0
  field(n / 2, n / 2) = 1000
  wanted = field
  !$omp target data map(tofrom: field)
  do k = 1, 4
     call smooth(field, .true.)
  end do
  !$omp end target data
  do k = 1, 4
     call smooth(wanted, .false.)
  end do
  call check('a stencil on resident data', all(abs(field - wanted) < 1d-12) .and. field(n / 2, n / 2) < 1000)

  on_host = 0
  do i = 1, 3000
     k = mod(i * 37, 16) + 1
     on_host(k) = on_host(k) + 1
  end do
  histogram = 0
  !$omp target teams distribute parallel do map(tofrom: histogram) private(k)
  do i = 1, 3000
     k = mod(i * 37, 16) + 1
     !$omp atomic
     histogram(k) = histogram(k) + 1
  end do
  call check('a histogram by atomics', all(histogram == on_host))

  !$omp target parallel do map(from: found)
  do i = 1, 30
     found(i) = steps(i)
  end do
  call check('recursion', all(found == [(steps(i), i = 1, 30)]) .and. found(27) == 111)

  chain = 0
  !$omp target nowait map(tofrom: chain) depend(out: chain)
  chain(1) = 1
  !$omp end target
  !$omp target nowait map(tofrom: chain) depend(inout: chain)
  chain(2) = chain(1) + 10
  !$omp end target
  !$omp task depend(inout: chain) shared(chain)
  chain(3) = chain(2) * 2
  !$omp end task
  !$omp target nowait map(tofrom: chain) depend(inout: chain)
  chain(4) = chain(3) + 5
  !$omp end target
  !$omp taskwait
  call check('tasks of host and device in a chain', all(chain == [1, 11, 22, 27]))

  !$omp target
  do i = 1, counter_size
     counters(i) = i * i
  end do
  !$omp end target
  call check('a variable of the device is not the host''s', all(counters == 0))
  !$omp target update from(counters)
  call check('until it is copied', all(counters == [(i * i, i = 1, counter_size)]))

  allocate (words(1000))
  words = [(i, i = 1, 1000)]
  !$omp target map(tofrom: words)
  words = words(1000:1:-1)
  where (mod(words, 2) == 0) words = -words
  !$omp end target
  call check('array expressions', words(1) == -1000 .and. words(2) == 999 .and. sum(words) == -500)

  text = 'abcdefghijkl'
  !$omp target map(tofrom: text)
  do i = 1, len(text)
     text(i:i) = achar(iachar(text(i:i)) - 32)
  end do
  !$omp end target
  call check('characters', text == 'ABCDEFGHIJKL')
  print '(i0,a,i0,a)', passed, ' passed, ', failed, ' failed'
  if (failed > 0) stop 1
contains
  subroutine smooth(f, on_device)
    real(8), intent(inout) :: f(:, :)
    logical, intent(in) :: on_device
    real(8), allocatable :: g(:, :)
    integer :: x, y
    allocate (g(n, n))
    !$omp target teams distribute parallel do collapse(2) map(to: f) map(from: g) if(on_device)
    do y = 1, n
       do x = 1, n
          if (x == 1 .or. y == 1 .or. x == n .or. y == n) then
             g(x, y) = f(x, y)
          else
             g(x, y) = (f(x - 1, y) + f(x + 1, y) + f(x, y - 1) + f(x, y + 1) + 4 * f(x, y)) / 8
          end if
       end do
    end do
    !$omp target teams distribute parallel do collapse(2) map(to: g) map(tofrom: f) if(on_device)
    do y = 1, n
       do x = 1, n
          f(x, y) = g(x, y)
       end do
    end do
  end subroutine smooth
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
end program more
