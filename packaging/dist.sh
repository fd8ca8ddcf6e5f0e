#!/bin/sh
# SPDX-License-Identifier: MIT
# $B/dist/gisa-VERSION.tar.gz: the files that git knows, or that MANIFEST names where the tree came
# out of such a tarball. The same tree gives the same bytes: files are sorted, have no owner, and
# are as old as the last commit (or as SOURCE_DATE_EPOCH says). usage: B=build VERSION=0.1.0 dist.sh
name=gisa-$VERSION
out=$B/dist
export LC_ALL=C
umask 022
if ! tar --version 2>/dev/null | grep -q GNU; then
    echo 'dist: GNU tar is needed: it can write the same bytes each time' >&2
    exit 1
fi
rm -rf "${out:?}/$name"
mkdir -p "$out/$name" || exit 1

if [ -e .git ]; then
    git ls-files --cached --others --exclude-standard >"$out/names" || exit 1
    others=$(git ls-files --others --exclude-standard | tr '\n' ' ')
    [ -z "$others" ] || echo "dist: these are in the tarball and not in git: $others" >&2
    epoch=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
elif [ -e MANIFEST ]; then
    cp MANIFEST "$out/names"
    epoch=${SOURCE_DATE_EPOCH:-$(date -r MANIFEST +%s)}
else
    echo 'dist: neither git nor the file MANIFEST says what belongs to the source' >&2
    exit 1
fi

sort "$out/names" | while IFS= read -r file; do
    [ -e "$file" ] && echo "$file" # what is deleted and not yet committed is left out
done >"$out/$name/MANIFEST"
tar -cf - -T "$out/$name/MANIFEST" | tar -xf - -C "$out/$name" || exit 1
tar -cf "$out/$name.tar" -C "$out" --sort=name --format=ustar --mtime="@$epoch" --owner=0 --group=0 --numeric-owner \
    --mode=u+rwX,go+rX,go-w "$name" && gzip -9nf "$out/$name.tar" || exit 1
rm -rf "${out:?}/$name" "$out/names"
for file in "$name.tar.gz" gisa.c gisa.h; do
    echo "  DIST $out/$file"
done
