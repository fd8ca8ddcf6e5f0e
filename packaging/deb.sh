#!/bin/sh
# SPDX-License-Identifier: MIT
# Three Debian packages in $B/deb, made of what `make install` installs: gisa (the command),
# libgisa0.1 (the shared library), libgisa-dev (the rest, but for the HSA runtime, which is in none
# of them). Needs dpkg-deb, no debhelper.
# usage: B=build VERSION=0.1.0 SOVERSION=0.1 MAKE=make CC=gcc deb.sh
soversion=$SOVERSION
revision=1
debversion=$VERSION-$revision
maintainer="${DEBFULLNAME:-the gisa authors} <${DEBEMAIL:-gisa@localhost}>"
case $B in /*) out=$B/deb ;; *) out=$PWD/$B/deb ;; esac
export LC_ALL=C
umask 022

for tool in dpkg dpkg-deb strip readelf nm gzip; do
    command -v $tool >/dev/null || {
        echo "deb: $tool is needed" >&2
        exit 1
    }
done
arch=$(dpkg --print-architecture)
triplet=$($CC -print-multiarch 2>/dev/null)
[ -n "$triplet" ] || triplet=$(dpkg-architecture -qDEB_HOST_MULTIARCH 2>/dev/null)
libdir=/usr/lib${triplet:+/$triplet}
if [ -z "$SOURCE_DATE_EPOCH" ]; then
    SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null || date -r include/gisa.h +%s)
    export SOURCE_DATE_EPOCH
fi

rm -rf "$out"
mkdir -p "$out" || exit 1
stage=$out/stage
$MAKE --no-print-directory install DESTDIR="$stage" PREFIX=/usr LIBDIR="$libdir" HSA_HEADERS= >"$out/log" 2>&1 || {
    cat "$out/log" >&2
    exit 1
}

# move PACKAGE PATH...: out of the stage into a package's tree.
move() {
    package=$1
    shift
    for path; do
        path=${path#"$stage"/}
        mkdir -p "$out/$package/${path%/*}" && mv "$stage/$path" "$out/$package/$path" || exit 1
    done
}
move "libgisa$soversion" "$stage$libdir/libgisa.so.$soversion" "$stage$libdir/libgisa.so.$VERSION"
move libgisa-dev "$stage$libdir"/* "$stage/usr/include"
mv "$stage" "$out/gisa" || exit 1
find "$out/gisa" -type d -empty -delete

strip --remove-section=.comment --remove-section=.note "$out/gisa/usr/bin/gisa" || exit 1
strip --strip-unneeded --remove-section=.comment "$out/libgisa$soversion$libdir/libgisa.so.$VERSION" || exit 1
strip --strip-debug --remove-section=.comment --enable-deterministic-archives "$out/libgisa-dev$libdir/libgisa.a" || exit 1
find "$out/gisa" -path '*/man/*' -type f -exec gzip -9n {} +
mkdir -p "$out/libgisa-dev/usr/share/doc/libgisa-dev"
cp -r examples "$out/libgisa-dev/usr/share/doc/libgisa-dev/" || exit 1

# libc FILE: what it depends on, by the newest version of a symbol that it takes from the C library.
libc() {
    readelf -V "$1" | sed -n 's/.*Name: GLIBC_\([0-9.]*\).*/\1/p' | sort -V | sed -n '$s/.*/libc6 (>= &)/p'
}

# optional FILE: likewise libpng and libdw, whose packages are those of the files which are found
# here.
optional() {
    for library in libpng libdw libelf; do
        path=$(readelf -d "$1" | sed -n "s/.*NEEDED.*\[\($library[0-9-]*\.so.*\)\]/\1/p")
        path=$(ldd "$1" | awk -v name="$path" 'name != "" && $1 == name { print $3 }')
        [ -n "$path" ] && dpkg -S "$(readlink -f "$path")" 2>/dev/null | sed -n '1s/:.*//;1s/^/, /p' | tr -d '\n'
    done
}

# control PACKAGE TEMPLATE LIBC: the control file, filled in
control() {
    package=$1 template=$2 depends=$3
    tree=$out/$package
    size=$(du -sk --apparent-size "$tree" | cut -f 1)
    {
        sed -n 1p "$template"
        echo "Version: $debversion"
        echo "Architecture: $arch"
        echo "Maintainer: $maintainer"
        echo "Source: gisa"
        echo "Priority: optional"
        echo "Installed-Size: $size"
        sed 1d "$template"
    } | sed -e "s/@SOVERSION@/$soversion/g" -e "s/@DEBVERSION@/$debversion/g" -e "s/@LIBC@/$depends/g" >"$tree/DEBIAN/control"
}

# finish PACKAGE TEMPLATE LIBC: documents, control files, the package
finish() {
    package=$1
    tree=$out/$package doc=$out/$package/usr/share/doc/$package
    mkdir -p "$tree/DEBIAN" "$doc" || exit 1
    sed '1,/^$/d' LICENSE | sed -e 's/^$/./' -e 's/^/ /' | cat packaging/deb/copyright - >"$doc/copyright"
    {
        echo "gisa ($debversion) unstable; urgency=medium"
        echo
        echo "  * Release $VERSION."
        echo
        echo " -- $maintainer  $(date -u -R -d "@$SOURCE_DATE_EPOCH")"
    } | gzip -9n >"$doc/changelog.Debian.gz"
    (cd "$tree" && find usr -type f | sort | xargs md5sum) >"$tree/DEBIAN/md5sums" || exit 1
    control "$package" "packaging/deb/$2.control" "$3"
    find "$tree" -exec touch -hd "@$SOURCE_DATE_EPOCH" {} +
    dpkg-deb --root-owner-group -Zxz --build "$tree" "$out" >/dev/null || exit 1
    rm -rf "$tree"
    echo "  DEB $B/deb/${package}_${debversion}_$arch.deb"
}

shared=$out/libgisa$soversion$libdir/libgisa.so.$VERSION
mkdir -p "$out/libgisa$soversion/DEBIAN"
echo "libgisa $soversion libgisa$soversion (>= $VERSION)" >"$out/libgisa$soversion/DEBIAN/shlibs"
{
    echo "libgisa.so.$soversion libgisa$soversion #MINVER#"
    echo '* Build-Depends-Package: libgisa-dev'
    nm -D --defined-only "$shared" | awk -v at="@GISA_$soversion $VERSION" '{ sub(/@.*/, "", $3); print " " $3 at }' | sort
} >"$out/libgisa$soversion/DEBIAN/symbols"
echo 'activate-noawait ldconfig' >"$out/libgisa$soversion/DEBIAN/triggers"

for_command=$(libc "$out/gisa/usr/bin/gisa")$(optional "$out/gisa/usr/bin/gisa") for_library=$(libc "$shared")
finish gisa gisa "$for_command"
finish "libgisa$soversion" libgisa "$for_library"
finish libgisa-dev libgisa-dev ''
