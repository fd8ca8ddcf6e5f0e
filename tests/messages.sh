#!/bin/sh
# SPDX-License-Identifier: MIT
# Prints the sentences that the programs can say, each once with the places where it stands, for a
# review of their language: FILE:LINE: text. Needs xgettext (Debian: gettext).
# usage: messages.sh   (make messages)
command -v xgettext >/dev/null || {
    echo 'make messages: xgettext is missing; install gettext' >&2
    exit 1
}
find gen check watch profile trace debug src cmd resources hsa -name '*.[ch]' | sort |
    xargs xgettext --extract-all --from-code=UTF-8 --language=C --no-wrap --sort-by-file --output=- 2>/dev/null |
    awk '
        # A sentence has three words at least, two of them in small letters: no names, no C.
        function end() {
            gsub(/ /, ", ", places)
            if (split(text, word, " ") >= 3 && text ~ /[a-z][a-z]+ ([a-z%]|.%)/ &&
                text !~ /static |extern |const |#pragma|#line|for \(/)
                print places ": " text
            text = places = ""
        }
        /^#: / { places = places (places ? " " : "") substr($0, 4); next }
        /^msgid / { reading = 1; sub(/^msgid /, "") }
        /^msgstr/ { reading = 0; end() }
        reading && /^"/ { sub(/^"/, ""); sub(/"$/, ""); text = text $0 }'
