# SPDX-License-Identifier: MIT
# Writes DIR/NAME.frag, .vert or .comp for each body of shaders.txt, and prints "KIND NAME SIZE".
function finish() {
    if (file)
        print "}" >file
    close(file)
}
function begin(kind, name) {
    finish()
    file = dir "/" kind "_" name (kind == "fragment" ? ".frag" : kind == "vertex" ? ".vert" : ".comp")
    print "#version 450" >file
    print "layout(set = 0, binding = 0) uniform U { vec4 u[16]; };" >file
    print "layout(set = 0, binding = 1) buffer A { uint a[]; };" >file
    print "layout(set = 0, binding = 2) buffer F { float f[]; };" >file
    print "layout(set = 0, binding = 3) buffer B { uint b[]; };" >file
    print "layout(set = 0, binding = 4) uniform sampler2D tl;" >file
    print "layout(set = 0, binding = 5) uniform sampler2D tn;" >file
}
/^#/ { next }
$1 == "fragment" && NF == 2 {
    begin($1, $2)
    print "layout(location = 0) in vec4 c; layout(location = 1) in vec3 n; layout(location = 2) flat in int k;" >file
    print "layout(location = 3) noperspective in vec2 l; layout(location = 0) out vec4 o;" >file
    print "void main() {" >file
    print $1, $2, 6
    next
}
$1 == "vertex" && NF == 2 {
    begin($1, $2)
    print "layout(location = 0) out vec4 c;" >file
    print "void main() {" >file
    print "int i = gl_VertexIndex / 6, j = gl_VertexIndex % 6, m = j < 3 ? j : j - 2;" >file
    print "vec2 q = (vec2(i & 3, i >> 2) + vec2(m & 1, m >> 1)) / 4.0, p = q * 2.0 - 1.0;" >file
    print $1, $2, 96
    next
}
$1 == "compute" && NF == 3 {
    begin($1, $2)
    split($3, size, "x")
    print "layout(local_size_x = " size[1] ", local_size_y = " size[2] ") in;" >file
    print "shared uint s[" size[1] * size[2] "];" >file
    print "void main() {" >file
    print "uint t = gl_LocalInvocationIndex;" >file
    print "uint i = t + " size[1] * size[2] "u * (gl_WorkGroupID.x + 3u * gl_WorkGroupID.y);" >file
    print $1, $2, $3
    next
}
{ print >file }
END { finish() }
