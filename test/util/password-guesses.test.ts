import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { passwordLimits } from "../../src/protocol/limits.ts";
import { passwordGuesses } from "../../src/util/password-guesses.ts";

const LEAST = passwordLimits.password_min_guesses;
const ABOUT = ["Iris Example", "iris.long@acme-tools.com", "Acme"];

describe("[security 1.5] passwordGuesses is too low for", () => {
  test.each([
    ...["123456", "password", "qwerty", "iloveyou", "dragon", "letmein"],
    ...["Password", "PASSWORD", "p@ssw0rd", "drowssap", "password1", "Password1!", "dragon2026", "letmein!"],
    ...["aaaaaaaaaaaa", "abcabcabcabc", "passwordpassword", "abcdefgh", "13579", "987654321", "ΑΒΓΔΕΖ"],
    ...["asdfghjkl", "qwertzuiop", "1qaz2wsx3edc", "21.08.1990", "19900821", "8/21/90"],
    ...["halifax", "Schokolade".slice(0, 9), "missouri"],
    ...["iris2026", "Example1", "acmetools", "acme-tools", "Iris.Long"],
  ])("%s", (password) => expect(passwordGuesses(password, ABOUT)).toBeLessThan(LEAST));
});

describe("passwordGuesses is sufficient", () => {
  test.each([
    ...[
      "xk4Vq9",
      "a new password",
      "correct horse",
      "horse battery",
      "teddybear77",
      "Kaffee um halb 4",
      "密码很长啊吗",
    ],
    "hunter2 goes fishing",
  ])("for %s", (password) => expect(passwordGuesses(password, ABOUT)).toBeGreaterThanOrEqual(LEAST));

  test("for several words, and higher for a word with a symbol than for the word alone", () => {
    expect(passwordGuesses("purple monkey dishwasher")).toBeGreaterThan(1e10);
    expect(passwordGuesses("dragon#")).toBeGreaterThan(passwordGuesses("dragon"));
  });
});

test("passwordGuesses counts a name as guessable only for its owner", () => {
  expect(passwordGuesses("acmetools99", ABOUT)).toBeLessThan(LEAST);
  expect(passwordGuesses("acmetools99")).toBeGreaterThan(LEAST);
});

test("passwordGuesses returns at least one for any text", () => {
  void fc.assert(
    fc.property(
      fc.string({ unit: "binary", maxLength: 100 }),
      fc.array(fc.string({ maxLength: 100 })),
      (text, about) => {
        expect(passwordGuesses(text, about)).toBeGreaterThanOrEqual(1);
      },
    ),
    { numRuns: 200 },
  );
});
