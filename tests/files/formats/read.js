// SPDX-License-Identifier: MIT
// read.js gxp|amdgpu_kernel_descriptor DESCRIPTION.json FILE [OFFSET]: reads a file by a description
// for Kaitai Struct (the .ksy as JSON), which Kaitai's own compiler compiles, and prints what it
// says. NODE_PATH has kaitai-struct-compiler and kaitai-struct.
const fs = require("fs");
const vm = require("vm");
const compiler = require("kaitai-struct-compiler");
const { KaitaiStream } = require("kaitai-struct");

function names(parser, list, value) {
    return list && list[value] !== undefined ? String(list[value]).toLowerCase() : String(value);
}

function printShader(Gxp, gxp) {
    const say = (...words) => console.log(words.join(" "));
    say(gxp.isFragment ? "fragment" : "vertex", `${gxp.major}.${gxp.minor}`);
    say("registers", gxp.paRegisters, gxp.saRegisters, gxp.temporaries);
    say("code", gxp.primary ? gxp.primary.length : 0, gxp.secondary.length);
    if (gxp.isFragment) say("result", names(Gxp, Gxp.ScalarType, gxp.resultType), gxp.resultComponents, gxp.resultRegister);
    else say("outputs", gxp.outputs.toString(16), gxp.texcoords.toString(16), gxp.halves.toString(16));
    say("flags", gxp.flagDiscard, gxp.flags.toString(16));
    for (const p of gxp.parameters || [])
        say("parameter", names(Gxp, Gxp.Category, p.category), p.name, names(Gxp, Gxp.ScalarType, p.scalarType),
            p.components, p.arraySize, p.resource, names(Gxp, Gxp.ContainerIndex, p.container),
            names(Gxp, Gxp.Semantic, p.semantic), p.index);
    for (const c of gxp.containers || [])
        say("container", names(Gxp, Gxp.ContainerIndex, c.index), c.baseRegister, c.registers);
    for (const b of gxp.buffers || []) say("buffer", names(Gxp, Gxp.ContainerIndex, b.buffer), b.saRegister, b.offset);
    for (const l of gxp.literals || []) say("literal", l.literalRegister, l.literalValue.toPrecision(3));
    for (const s of gxp.samplers || []) say("sampler", s.unit, s.word, s.saRegister);
    for (const i of gxp.inputs || [])
        say("input", names(Gxp, Gxp.Interpolated, i.interpolates), names(Gxp, Gxp.Coordinate, i.sample), i.unit, i.half);
}

const camel = (name) => name.replace(/_(.)/g, (_, letter) => letter.toUpperCase());

function printKernel(kernel, instances) {
    for (const name of Object.keys(instances).sort())
        if (!name.endsWith("_number")) console.log(name, String(kernel[camel(name)]));
}

const [, , kind, description, file, offset] = process.argv;
compiler.compile("javascript", JSON.parse(fs.readFileSync(description)), null, false).then((files) => {
    const [name, text] = Object.entries(files)[0];
    const module = { exports: {} };
    vm.runInThisContext(`(function (module, exports, require) { ${text}\n})`)(module, module.exports, require);
    const Parser = module.exports[name.replace(".js", "")] || module.exports;
    const bytes = fs.readFileSync(file).subarray(Number(offset || 0));
    const read = new Parser(new KaitaiStream(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)));
    if (kind === "gxp") printShader(Parser, read);
    else printKernel(read, JSON.parse(fs.readFileSync(description)).instances);
}).catch((error) => {
    console.log("read.js:", error);
    process.exit(1);
});
