// options: -a gfx900 --error-limit 2
.byte 300
.byte 301
.byte 302
