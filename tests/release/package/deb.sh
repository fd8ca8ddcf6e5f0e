#!/bin/sh
# SPDX-License-Identifier: MIT
# `make check-deb`: the packages as Debian makes them, by dpkg-buildpackage in what `make dist`
# packs, and lintian. usage: deb.sh BUILD-DIRECTORY
. "$(dirname "$0")/../../lib.sh"
B=${1:-build}
case $B in /*) ;; *) B=$PWD/$B ;; esac
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES DESTDIR PREFIX
version=$(sed -n 's/^#define GISA_VERSION "\(.*\)"/\1/p' include/gisa.h)
work=$B/check-deb
explains=$dir/log

rm -rf "$work" && mkdir -p "$work/dist" && B=$work VERSION=$version sh packaging/dist.sh >"$dir/log" 2>&1 &&
    tar -xzf "$work/dist/gisa-$version.tar.gz" -C "$work"
ok 'the source' $?
(cd "$work/gisa-$version" && B= dpkg-buildpackage -us -uc -b) >"$work/log" 2>&1
status=$?
tail -n 30 "$work/log" >"$dir/log"
ok dpkg-buildpackage $status
for package in $(sed -n 's/^Package: //p' debian/control); do
    [ -n "$(ls "$work/${package}_$version"-*.deb)" ]
    ok "$package" $?
done
lintian --allow-root --no-cfg "$work"/*.changes >"$dir/log" 2>&1
[ ! -s "$dir/log" ]
ok lintian $?
finish
