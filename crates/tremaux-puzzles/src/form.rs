//! Which instructions a kernel is made of, and what this machine has of them.

use std::fmt;

/// The instructions that a kernel is made of. Every form gives the same answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// AVX-512: F, BW, BITALG, VBMI, VPOPCNTDQ, BMI1 and BMI2.
    Avx512,
    /// AVX2, BMI1 and BMI2.
    Avx2,
    /// What the program was compiled for.
    Portable,
}

impl Form {
    /// All forms, the fastest first.
    pub const ALL: [Form; 3] = [Form::Avx512, Form::Avx2, Form::Portable];

    /// Whether this machine has what the form is made of.
    #[must_use]
    pub fn is_available(self) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            Form::Avx512 => Avx512::detect().is_some(),
            #[cfg(target_arch = "x86_64")]
            Form::Avx2 => Avx2::detect().is_some(),
            #[cfg(not(target_arch = "x86_64"))]
            Form::Avx512 | Form::Avx2 => false,
            Form::Portable => true,
        }
    }

    /// The fastest form that this machine has.
    ///
    /// ```
    /// assert!(tremaux_puzzles::Form::best().is_available());
    /// ```
    #[must_use]
    pub fn best() -> Form {
        Form::ALL.into_iter().find(|form| form.is_available()).unwrap_or(Form::Portable)
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Form::Avx512 => "AVX-512",
            Form::Avx2 => "AVX2",
            Form::Portable => "portable",
        })
    }
}

/// Says that the machine has the features of [`Form::Avx512`]: only [`Avx512::detect`] makes one.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub(crate) struct Avx512(());

#[cfg(target_arch = "x86_64")]
impl Avx512 {
    pub(crate) fn detect() -> Option<Self> {
        let detected = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512bitalg")
            && is_x86_feature_detected!("avx512vbmi")
            && is_x86_feature_detected!("avx512vpopcntdq")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt");
        detected.then_some(Avx512(()))
    }
}

/// Says that the machine has the features of [`Form::Avx2`]: only [`Avx2::detect`] makes one.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub(crate) struct Avx2(());

#[cfg(target_arch = "x86_64")]
impl Avx2 {
    pub(crate) fn detect() -> Option<Self> {
        let detected = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt");
        detected.then_some(Avx2(()))
    }
}

/// The form for every machine.
#[derive(Clone, Copy)]
pub(crate) struct Portable;
