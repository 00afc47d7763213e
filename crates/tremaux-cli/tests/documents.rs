//! Every example in the documents prints what it says.

#[test]
fn examples_print_what_they_say() {
    // The files they name are told from the root of the repository.
    std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).expect("the root is there");
    trycmd::TestCases::new().case("README.md");
}
