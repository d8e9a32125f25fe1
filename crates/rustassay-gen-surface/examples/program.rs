//! Prints one program.
//!
//!     cargo run --example program -- SEED [PROFILE]
use rustassay_gen_surface::config::Profile;
use rustassay_gen_surface::{Form, generate};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let seed = args.next().unwrap_or_default().parse()?;
    let profile: Profile = args.next().as_deref().unwrap_or("default").parse()?;
    print!("{}", generate(seed, &profile.config()).text(Form::Checksum));
    Ok(())
}
