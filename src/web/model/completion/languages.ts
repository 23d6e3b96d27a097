/** The words that can follow a fence: first the blocks of Parley's Markdown, then languages, the most used first. */
export const FENCES: readonly string[] = (
  "quote spoiler math text python javascript typescript json bash sql html css java c cpp csharp go rust ruby php kotlin " +
  "swift yaml toml ini xml markdown diff dockerfile makefile nginx powershell console lua perl r scala haskell elixir " +
  "erlang clojure dart groovy julia matlab objective-c ocaml fsharp latex lisp scheme zig graphql protobuf terraform " +
  "vim viml svelte vue jsx tsx scss less sass http regex pascal fortran cobol ada asm nasm verilog vhdl wasm solidity"
).split(" ");
