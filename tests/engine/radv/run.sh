#!/bin/sh
# SPDX-License-Identifier: MIT
# Usage: run.sh [NAME...]. GLSL that RADV compiles for four chips without a GPU (its null device),
# executed by gisa, against the same GLSL on lavapipe. Needs mesa-vulkan-drivers, libvulkan-dev and
# glslang-tools; B is the folder of the build. NAME: only these ("fragment_colour").
# shellcheck disable=SC2086 # CC and CFLAGS are lists
. "$(dirname "$0")/../../lib.sh"

here=$(dirname "$0")
B=${B:-build}
needed() { # what is not there
    command -v glslangValidator >/dev/null || echo glslang-tools
    [ -f /usr/include/vulkan/vulkan.h ] || echo libvulkan-dev
    [ -n "$radv" ] && [ -n "$lavapipe" ] || echo mesa-vulkan-drivers
}

# driver NAME: the file of a Vulkan driver.
driver() { find /usr/share/vulkan/icd.d -name "$1_icd*.json" 2>/dev/null | head -n 1; }

radv=$(driver radeon)
lavapipe=$(driver lvp)
missing=$(needed | tr '\n' ' ')
if [ -n "$missing" ]; then
    skip 1 "radv: needs $missing"
    finish
fi

${CC:-cc} -std=gnu11 -O1 -I include "$here"/*.c "$B/libgisa.a" -lvulkan -lm -lpthread -o "$dir/radv" 2>"$dir/errors"
ok 'the test compiles' $? "$dir/errors"

mkdir "$dir/bin"
# RADV hands the code of gfx6 and gfx7 to a program of this name.
cat >"$dir/bin/clrxdisasm" <<'END'
#!/bin/sh
[ "$1" = --version ] && exit 0
for file; do :; done
od -An -v -tx4 "$file" | tr -d '\n' >>"$RADV_CODE"
echo >>"$RADV_CODE"
END
chmod +x "$dir/bin/clrxdisasm"

export VK_ICD_FILENAMES="$radv:$lavapipe" RADV_CODE="$dir/code" RADV_FINDINGS="$dir/findings" MESA_SHADER_CACHE_DISABLE=true
PATH=$dir/bin:$PATH

awk -v dir="$dir" -f "$here/expand.awk" "$here/shaders.txt" >"$dir/list"
cp "$here/common.vert" "$here/common.frag" "$dir"
for source in "$dir"/*.vert "$dir"/*.frag "$dir"/*.comp; do
    glslangValidator -V -S "${source##*.}" "$source" -o "$source.spv" >"$dir/errors" || {
        ok "$source compiles" 1 "$dir/errors"
    }
done

# compare CHIP ARCH KIND NAME SIZE
compare() {
    rm -f "$RADV_CODE"
    case $3 in
    fragment) set -- "$1" "$2" "$3_$4" "$5" "$dir/common.vert.spv" "$dir/$3_$4.frag.spv" ;;
    vertex) set -- "$1" "$2" "$3_$4" "$5" "$dir/$3_$4.vert.spv" "$dir/common.frag.spv" ;;
    compute) set -- "$1" "$2" "$3_$4" "$5" "$dir/$3_$4.comp.spv" ;;
    esac
    family=$1
    shift
    RADV_FORCE_FAMILY=$family "$dir/radv" "$@" 2>"$dir/errors" || echo "$1 $2 refused the test program failed"
}

for chip in tahiti:gfx600 hawaii:gfx700 fiji:gfx803 vega10:gfx900; do
    while read -r kind name size; do
        case " $* " in '  ' | *" ${kind}_$name "*) ;; *) continue ;; esac
        compare "${chip%:*}" "${chip#*:}" "$kind" "$name" "$size" >"$dir/line"
        cat "$dir/line" >>"$dir/table"
        if grep -q "^${kind}_$name " "$here/differences.txt"; then
            grep -q '^[^ ]* [^ ]* refused' "$dir/line"
            ok "$kind $name, ${chip#*:}, is in differences.txt" $? "$dir/line"
        else
            grep -q '^[^ ]* [^ ]* ok' "$dir/line"
            ok "$kind $name, ${chip#*:}" $? "$dir/line"
        fi
    done <"$dir/list"
done

# No waits and hazards are missing (gisa_check.h), but that compute_prefix_sum writes other lanes of
# a register into which memory still loads (docs/checking.md).
awk '$3 && $2 !~ /prefix_sum/' "$dir/findings" >"$dir/found"
[ -s "$dir/findings" ] && [ ! -s "$dir/found" ]
ok 'the checker has no findings' $? "$dir/found"

echo 'shaders that agree with lavapipe, of each kind and chip:'
awk '{ split($2, kind, "_"); all[kind[1] " " $1]++; good[kind[1] " " $1] += $3 == "ok" }
     END { for (k in all) printf "  %-18s %3d of %3d\n", k, good[k], all[k] }' "$dir/table" | sort
finish
