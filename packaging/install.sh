#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs what `make libraries` made, or takes it away again: the same list for both. usage:
# install.sh install|uninstall The environment says where: DESTDIR, PREFIX, BINDIR, LIBDIR,
# INCLUDEDIR, DATADIR, MANDIR, and B, VERSION and SOVERSION.
action=$1
umask 022
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
for directory in "$PREFIX" "$BINDIR" "$LIBDIR" "$INCLUDEDIR" "$DATADIR" "$MANDIR" "$DOCDIR"; do
    case $directory in
    /*) ;;
    *)
        echo "$action: '$directory' must begin with /" >&2
        exit 2
        ;;
    esac
done

# strip_code TARGET: without the symbols that nothing links with. The program $STRIP does that;
# where it is empty, symbols stay.
strip_code() {
    case $1 in
    "$DESTDIR$BINDIR/gisa") set -- --strip-all "$1" ;;
    *.so | *.so.*) set -- --strip-unneeded "$1" ;;
    *.a) set -- --strip-debug "$1" ;;
    *) return ;;
    esac
    [ -z "$STRIP" ] || "$STRIP" "$@" || exit 1
}

# put MODE FILE TARGET
put() {
    if [ "$action" = uninstall ]; then
        rm -f "$DESTDIR$3" || exit 1
    else
        echo "  INSTALL $DESTDIR$3"
        mkdir -p "$DESTDIR${3%/*}" && install -m "$1" "$2" "$DESTDIR$3" || exit 1
        strip_code "$DESTDIR$3"
    fi
}

# put_tree DIRECTORY TARGET: all files below it. A list of them is installed as well: when they are
# taken away, the directory may have others.
put_tree() {
    list=$DATADIR/gisa/${2##*/}.files
    if [ "$action" = uninstall ]; then
        [ -e "$DESTDIR$list" ] || return 0
        while IFS= read -r file; do
            rm -f "$DESTDIR$2/$file" || exit 1
        done <"$DESTDIR$list"
        find "$DESTDIR$2" -depth -type d -exec rmdir {} \; 2>/dev/null
    else
        echo "  INSTALL $DESTDIR$2/"
        (cd "$1" && find . -type f) | sed 's,^\./,,' | LC_ALL=C sort >"$work/list"
        mkdir -p "$DESTDIR$2" && cp -R "$1/." "$DESTDIR$2/" && chmod -R u=rwX,go=rX "$DESTDIR$2" || exit 1
    fi
    put 644 "$work/list" "$list"
}

# link NAME TARGET: TARGET becomes a symbolic link to NAME, which is beside it.
link() {
    if [ "$action" = uninstall ]; then
        rm -f "$DESTDIR$2" || exit 1
    else
        ln -sf "$1" "$DESTDIR$2" || exit 1
    fi
}

# under BASE DIRECTORY NAME: the directory written with NAME for BASE, where it begins with that.
under() {
    case $2/ in
    "$1"/*) echo "$3${2#"$1"}" ;;
    *) echo "$2" ;;
    esac
}

# way FROM TO: the path from one directory to another one that shares PREFIX with it, else TO
# itself.
way() {
    case $1/ in
    "$PREFIX"/*) ;;
    *)
        echo "$2"
        return
        ;;
    esac
    case $2/ in
    "$PREFIX"/*) echo "$(echo "${1#"$PREFIX"}" | sed 's,/[^/][^/]*,../,g')${2#"$PREFIX"/}" ;;
    *) echo "$2" ;;
    esac
}

# fill TEMPLATE TARGET
fill() {
    sed -e "s|@VERSION@|$VERSION|g" -e "s|@SOVERSION@|$SOVERSION|g" -e "s|@MAJOR@|${VERSION%%.*}|g" -e "s|@MINOR@|$minor|g" \
        -e "s|@PREFIX@|$PREFIX|g" -e "s|@LIBDIR@|$(under "$PREFIX" "$LIBDIR" '${prefix}')|g" \
        -e "s|@INCLUDEDIR@|$(under "$PREFIX" "$INCLUDEDIR" '${prefix}')|g" \
        -e "s|@LIBDIR_TO_INCLUDEDIR@|$(way "$LIBDIR" "$INCLUDEDIR")|g" "$1" >"$work/filled" || exit 1
    put 644 "$work/filled" "$2"
}
minor=${VERSION#*.}
minor=${minor%%.*}

put 755 "$B/gisa" "$BINDIR/gisa"
link gisa "$BINDIR/gisa-clrxdisasm"
for header in gisa.h gisa_account.h gisa_check.h gisa_machine.h gisa_native.h gisa_observe.h gisa_profile.h gisa_schedule.h gisa_semantics.h gisa_shade.h gisa_stage.h gisa_trace.h gisa_watch.h gisa_wave.h; do
    put 644 include/$header "$INCLUDEDIR/$header"
done
put 644 "$B/lib/libgisa.a" "$LIBDIR/libgisa.a"
put 644 "$B/lib/libgisa.so.$VERSION" "$LIBDIR/libgisa.so.$VERSION"
link "libgisa.so.$VERSION" "$LIBDIR/libgisa.so.$SOVERSION"
link "libgisa.so.$SOVERSION" "$LIBDIR/libgisa.so"
fill packaging/gisa.pc.in "$LIBDIR/pkgconfig/gisa.pc"
fill packaging/gisaConfig.cmake.in "$LIBDIR/cmake/gisa/gisaConfig.cmake"
fill packaging/gisaConfigVersion.cmake.in "$LIBDIR/cmake/gisa/gisaConfigVersion.cmake"
put 644 packaging/gisa.bash "$DATADIR/bash-completion/completions/gisa"
put 644 packaging/gisa.zsh "$DATADIR/zsh/site-functions/_gisa"
put 644 packaging/gisa.fish "$DATADIR/fish/vendor_completions.d/gisa.fish"
for page in docs/man/*.1; do
    case $page in
    *-hsa.1) ;;
    *) put 644 "$page" "$MANDIR/man1/${page##*/}" ;;
    esac
done
# The HSA runtime, where it can be built; and away with it in any case.
if [ -n "$HSA" ] || [ "$action" = uninstall ]; then
    sed "s|@LIBDIR@|$LIBDIR|g" hsa/gisa-hsa.sh >"$work/gisa-hsa" || exit 1
    put 755 "$work/gisa-hsa" "$BINDIR/gisa-hsa"
    put 644 docs/man/gisa-hsa.1 "$MANDIR/man1/gisa-hsa.1"
    # bash and fish look for a file with the command's name.
    link gisa "$DATADIR/bash-completion/completions/gisa-hsa"
    link gisa.fish "$DATADIR/fish/vendor_completions.d/gisa-hsa.fish"
    for file in libhsa-runtime64.so.1 libgisa-hsa-preload.so libgisa-tools.so; do
        put 644 "$B/hsa/$file" "$LIBDIR/gisa/$file"
    done
    link libhsa-runtime64.so.1 "$LIBDIR/gisa/libhsa-runtime64.so"
fi
for file in syntax/gisa.vim ftdetect/gisa.vim; do
    put 644 "$B/vim/$file" "$DATADIR/vim/vimfiles/$file"
done
for file in isa/README.md isa/*/*.isa; do
    put 644 "$file" "$DATADIR/gisa/$file"
done
# Pages, in $DOCDIR, link to each other as they do in the source. $MANUAL is empty where there is no
# manual.
for file in README.md CHANGELOG.md CONTRIBUTING.md LICENSE SECURITY.md docs/*.md docs/*.c docs/*.svg docs/*.png docs/*.json isa/README.md; do
    put 644 "$file" "$DOCDIR/$file"
done
for file in examples/* examples/*/*; do
    [ -d "$file" ] || put 644 "$file" "$DOCDIR/$file"
done
[ -z "$MANUAL" ] && [ "$action" = install ] || put_tree "$B/manual" "$DOCDIR/manual"

if [ "$action" = uninstall ]; then
    for directory in "$DESTDIR$DATADIR"/gisa/isa/* "$DESTDIR$DATADIR/gisa/isa" "$DESTDIR$DATADIR/gisa" \
        "$DESTDIR$LIBDIR/cmake/gisa" "$DESTDIR$LIBDIR/gisa" "$DESTDIR$DOCDIR/examples/two-files" \
        "$DESTDIR$DOCDIR/examples" "$DESTDIR$DOCDIR/docs" "$DESTDIR$DOCDIR/isa" "$DESTDIR$DOCDIR"; do
        rmdir "$directory" 2>/dev/null
    done
    exit 0
fi
for part in "$BINDIR/gisa" "$LIBDIR/libgisa.a" "$LIBDIR/libgisa.so.$VERSION" "$LIBDIR/gisa" "$DATADIR/gisa" "$DOCDIR"; do
    [ ! -e "$DESTDIR$part" ] || du -sk "$DESTDIR$part"
done | awk '{ sum += $1; printf "  %6.1f MB %s\n", $1 / 1024, $2 } END { printf "  %6.1f MB in all\n", sum / 1024 }'
