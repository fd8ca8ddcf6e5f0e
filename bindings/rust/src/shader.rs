// SPDX-License-Identifier: MIT
//! Shader files of the PS Vita, and pictures that fragment programs draw.

use crate::error::{array_text, check, empty, name, text, Error, Fault, Result};
use crate::instruction::decode;
use crate::isa::Isa;
use crate::sys::*;

/// A shader file of the PS Vita.
pub struct Shader {
    pointer: *mut gisa_gxp,
    isa: Isa,
}

// It does not change.
unsafe impl Send for Shader {}
unsafe impl Sync for Shader {}

/// Pixels of four floats, row by row from the top.
#[derive(Debug, Clone, PartialEq)]
pub struct Picture {
    pub width: u32,
    pub height: u32,
    pub pixels: Vec<[f32; 4]>,
}

struct Machine(*mut gisa_shade);

impl Drop for Machine {
    fn drop(&mut self) {
        unsafe { gisa_shade_free(self.0) }
    }
}

impl Shader {
    pub fn open(file: &[u8]) -> Result<Shader> {
        let isa = Isa::find("sgx543").ok_or(Error::NoMemory)?;
        unsafe {
            let (mut pointer, mut error) = (std::ptr::null_mut(), empty::<gisa_error>());
            let status = gisa_gxp_open(file.as_ptr().cast(), file.len(), &mut pointer, &mut error);
            let message = array_text(&error.message);
            if status == GISA_STATUS_BAD_FILE {
                return Err(Error::File { message, offset: error.offset as u64 });
            }
            check(status, &message).map(|_| Shader { pointer, isa })
        }
    }

    fn about(&self) -> gisa_gxp_info {
        unsafe {
            let mut info = empty();
            gisa_gxp_about(self.pointer, &mut info);
            info
        }
    }

    pub fn is_fragment(&self) -> bool {
        self.about().fragment
    }

    /// The first register and the words of a uniform in registers.
    fn uniform(&self, wanted: &str) -> Option<(u32, u32)> {
        (0..).map_while(|i| unsafe {
            let mut p: gisa_gxp_parameter = empty();
            (gisa_gxp_parameter_at(self.pointer, i, &mut p) == GISA_OK).then(|| p)
        })
        .find(|p| p.registers.bank == GISA_KIND_SECONDARY && unsafe { text(p.name) } == wanted)
        .map(|p| (p.registers.first, p.registers.count))
    }

    fn set_uniforms(&self, machine: &Machine, uniforms: &[(&str, &[f32])]) -> Result<()> {
        for (uniform, values) in uniforms {
            let (first, count) = self.uniform(uniform).unwrap_or((0, 0));
            if values.len() > count as usize || first as usize + values.len() > GISA_SHADE_BANK as usize {
                return Err(Error::Argument(format!("the uniform '{}' has {} words in registers", uniform, count)));
            }
            let bank = unsafe { gisa_shade_uniforms(machine.0) };
            for (i, value) in values.iter().enumerate() {
                unsafe { *bank.add(first as usize + i) = value.to_bits() };
            }
        }
        Ok(())
    }

    /// Draws a picture with a fragment program. `values` has what it is given at the corners top
    /// left, top right and bottom left; it is interpolated over the picture. `limit`: of
    /// instructions that a batch of 64 fragments executes; 0 = none.
    pub fn picture(
        &self,
        size: (u32, u32),
        uniforms: &[(&str, &[f32])],
        values: &[(&str, [[f32; 4]; 3])],
        limit: u64,
    ) -> Result<Picture> {
        let (width, height) = size;
        if !self.is_fragment() || !(1..=16384).contains(&width) || !(1..=16384).contains(&height) {
            return Err(Error::Argument("fragment programs draw pictures of 1 to 16384 pixels".to_string()));
        }
        let machine = Machine(unsafe { gisa_shade_new(self.isa.0) });
        if machine.0.is_null() {
            return Err(Error::NoMemory);
        }
        check(unsafe { gisa_shade_load(machine.0, self.pointer) }, "")?;
        self.set_uniforms(&machine, uniforms)?;
        let (corners, given) = corners(values)?;
        let mut pixels = vec![[0f32; 4]; width as usize * height as usize];
        let mut result: gisa_shade_result = unsafe { empty() };
        let status = unsafe {
            let mut run: gisa_shade_triangles = empty();
            run.corners = corners.as_ptr();
            run.triangles = 1;
            run.passed.values = given;
            run.draw.limit = limit;
            let target = gisa_shade_target { width, height, color: pixels.as_mut_ptr().cast(), ..empty() };
            gisa_shade_draw_triangles(machine.0, self.pointer, &run, &target, &mut result)
        };
        check(status, &array_text(&result.message))?;
        match result.end {
            GISA_SHADE_END_ENDED => Ok(Picture { width, height, pixels }),
            GISA_SHADE_END_FAULT => Err(self.fault(&result)),
            _ => Err(Error::Limit),
        }
    }

    fn fault(&self, result: &gisa_shade_result) -> Error {
        let info = self.about();
        let (start, size) = match result.secondary {
            true => (info.secondary, info.secondary_size),
            false => (info.primary, info.primary_size),
        };
        let code = if start.is_null() { &[][..] } else { unsafe { std::slice::from_raw_parts(start, size) } };
        let instruction = code.get(8 * result.pc as usize..).and_then(|rest| decode(rest, self.isa, result.pc as u64));
        Error::Fault(Box::new(Fault {
            message: array_text(&result.message),
            cause: "other",
            pc: result.pc as u64,
            address: 0,
            instruction,
            lane: None,
            group: [0; 3],
            item: [0; 3],
            registers: String::new(),
        }))
    }
}

impl Drop for Shader {
    fn drop(&mut self) {
        unsafe { gisa_gxp_close(self.pointer) }
    }
}

/// One triangle that covers the target, twice as wide and high.
fn corners(values: &[(&str, [[f32; 4]; 3])]) -> Result<([gisa_shade_vertex; 3], u32)> {
    let mut corners: [gisa_shade_vertex; 3] = unsafe { empty() };
    let mut given = 0;
    for (corner, (x, y)) in corners.iter_mut().zip([(-1.0, -1.0), (3.0, -1.0), (-1.0, 3.0)]) {
        corner.position = [x, y, 0.0, 1.0];
    }
    for (value, at) in values {
        let number = unsafe { gisa_shade_value(name(value)?.as_ptr()) };
        if number < 0 {
            return Err(Error::Argument(format!("there is no value '{}'", value)));
        }
        given |= 1 << number;
        for (i, corner) in corners.iter_mut().enumerate() {
            for c in 0..4 {
                let far = at[0][c] + 2.0 * (at[i][c] - at[0][c]);
                corner.value[number as usize][c] = if i == 0 { at[0][c] } else { far };
            }
        }
    }
    Ok((corners, given))
}
