import { describe, expect, test } from "vitest";
import { boundaryOf, readParts } from "../../src/http/multipart.ts";
import { takesLinearTime } from "../support/linear-time.ts";

/** A form that arrives in chunks of the given length. */
function inPieces(text: string, length: number): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) controller.close();
      else controller.enqueue(bytes.slice(at, at + length));
      at += length;
    },
  });
}

async function read(text: string, length = 7): Promise<object[]> {
  const all: object[] = [];
  for await (const { chunks, ...head } of readParts(inPieces(text, length), "xyz")) {
    const content: Uint8Array[] = [];
    for await (const chunk of chunks) content.push(chunk);
    all.push({ ...head, content: await new Blob(content).text() });
  }
  return all;
}

const part = (head: string, content: string) =>
  `--xyz\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
const END = "--xyz--\r\n";
const text = (name: string, content: string) => ({ name, filename: undefined, type: "", content });

describe("multipart form parser", () => {
  test.each([1, 2, 3, 5, 64, 10_000])("reads chunks of %i bytes", async (length) => {
    const tricky = "\r\n--xy\r\n-\r\r\n--xyzz".slice(0, -2);
    const form = `before\r\n${part('name="a"', "one")}${part('name="b"; filename="f.txt"', tricky)}${part('name="c"', "")}${END}after`;
    expect(await read(form, length)).toEqual([
      text("a", "one"),
      { name: "b", filename: "f.txt", type: "", content: tricky },
      text("c", ""),
    ]);
  });

  test.each([
    ["only an end", END],
    ["no content at all", ""],
  ])("returns nothing for a form with %s", async (_, form) => {
    expect(await read(form)).toEqual([]);
  });

  test("skips a part that the caller didn't read", async () => {
    const names: string[] = [];
    for await (const { name } of readParts(
      inPieces(part('name="a"', "x".repeat(500)) + part('name="b"', "y") + END, 9),
      "xyz",
    ))
      names.push(name);
    expect(names).toEqual(["a", "b"]);
  });

  test.each([
    ['name="a"; filename="été.txt"', "été.txt"],
    ['name="a"; filename="say \\"hi\\".txt"', 'say "hi".txt'],
    ['name="a"; filename="say %22hi%22.txt"', 'say "hi".txt'],
    ['name="a"; filename="C:\\temp\\a.txt"', "C:\\temp\\a.txt"],
    ["name=\"a\"; filename*=utf-8''%C3%A9t%C3%A9.txt", "été.txt"],
    ['name="a"; filename=plain.txt', "plain.txt"],
    ['filename="f"; name="a"', "f"],
    ['name="a"; filename=""', ""],
    ['name="a"; filename="\\\\\\\\host\\x"', "\\\\host\\x"],
    ['name="a"', undefined],
  ])("reads the file name of a part: %s", async (head, filename) => {
    expect(await read(part(head, "x") + END)).toEqual([{ name: "a", filename, type: "", content: "x" }]);
  });

  test("parses any number of backslashes in linear time", async () => {
    const parse = (count: number) => read(part(`name="a"; filename="${"\\".repeat(count)}`, "x") + END, 20_000);
    expect(await takesLinearTime(parse, 15_000)).toBe(true);
  });

  test("returns the type of a part", async () => {
    const form = `--xyz\r\ncontent-type: text/plain; charset=utf-8\r\nCONTENT-DISPOSITION: form-data; name="a"\r\n\r\nx\r\n${END}`;
    expect(await read(form)).toMatchObject([{ name: "a", type: "text/plain; charset=utf-8" }]);
  });

  test.each([
    ["ends within a part", part('name="a"', "x").slice(0, -3)],
    ["ends within a head", '--xyz\r\nContent-Disposition: form-data; name="a"'],
    ["has no end", part('name="a"', "x")],
    ["has a part without a name", part("x", "y") + END],
    ["has an endless head", `--xyz\r\nX: ${"x".repeat(20_000)}`],
    ["has no parts with this boundary", "--other--\r\n"],
  ])("rejects a form that %s", async (_, form) => {
    await expect(read(form, 1000)).rejects.toThrow("Malformed multipart/form-data");
  });
});

test.each([
  ["multipart/form-data; boundary=abc", "abc"],
  ['Multipart/Form-Data; charset=utf-8; boundary="a b"', "a b"],
  ['multipart/form-data; boundary="a\\"b\\\\c;d"', 'a"b\\c;d'],
  ['multipart/form-data; boundary = "abc"; charset=utf-8', "abc"],
  ['multipart/form-data; note="; boundary=other"; boundary=abc', "abc"],
  ["application/x-www-form-urlencoded", undefined],
  ["multipart/form-database; boundary=abc", undefined],
])("boundaryOf reads the boundary of %j", (type, boundary) => {
  expect(boundaryOf(type)).toBe(boundary);
});

test("a form without a boundary is rejected", () => {
  expect(() => boundaryOf("multipart/form-data")).toThrow("Malformed multipart/form-data");
});
