import { describe, expect, test } from "vitest";
import { Zip } from "../../src/converters/readers/zip.ts";
import { zipFile } from "../support/zip-file.ts";

const textOf = async (zip: Zip, name: string) => new Response(await zip.stream(name)).text();

describe("a zip archive", () => {
  test.each([{ is64: false }, { is64: true }])("is read through its central directory: %o", async (how) => {
    const members = [
      { name: "users.json", content: "[]", deflated: true },
      { name: "general/", content: "" },
      // Slack writes UTF-8 names without the flag for them.
      { name: "räume/2024-01-01.json", content: "x".repeat(100_000), deflated: true },
      { name: new Uint8Array([0x72, 0xe4, 0x2e, 0x6a]), content: "stored" },
    ];
    const zip = await Zip.open(await zipFile(members, how));
    expect([...zip.names]).toEqual(["users.json", "räume/2024-01-01.json", "rä.j"]);
    expect(await textOf(zip, "users.json")).toBe("[]");
    expect((await textOf(zip, "räume/2024-01-01.json")).length).toBe(100_000);
    expect(await (await zip.stored("rä.j"))?.text()).toBe("stored");
    expect(await zip.stored("users.json")).toBeUndefined();
    expect(zip.has("missing")).toBe(false);
  });

  test("yields the first of several members with the same name", async () => {
    const twice = [
      { name: "a", content: "first" },
      { name: "a", content: "second" },
    ];
    expect(await textOf(await Zip.open(await zipFile(twice)), "a")).toBe("first");
  });

  test("can have a central directory that takes several reads", async () => {
    const members = Array.from({ length: 12_000 }, (_, index) => ({
      name: `folder/${index}/${"n".repeat(100)}`,
      content: "",
    }));
    expect([...(await Zip.open(await zipFile(members))).names].length).toBe(12_000);
  });

  test.each([
    ["a name that leads upwards", { name: "a/../../b", content: "" }],
    ["an absolute name", { name: "/etc/passwd", content: "" }],
    ["a name with a drive", { name: "C:/x", content: "" }],
    ["a name with a backslash", { name: "a\\b", content: "" }],
    ["a name with a NUL", { name: "a\0b", content: "" }],
    ["a link", { name: "a", content: "/etc/passwd", mode: 0o120777 }],
    ["a device", { name: "a", content: "", mode: 0o020666 }],
    ["encryption", { name: "a", content: "x", flags: 1 }],
    ["another method", { name: "a", content: "x", method: 12 }],
    ["an impossible compressed size", { name: "a", content: "x", size: 20_000_000 }],
    ["an offset outside the file", { name: "a", content: "x", offset: 4_000_000_000 }],
  ])("is rejected with %s", async (_, member) => {
    await expect(zipFile([member]).then(Zip.open)).rejects.toMatchObject({ name: "ArchiveError" });
  });

  test("is rejected if its members overlap", async () => {
    const members = [
      { name: "a", content: "x".repeat(100) },
      { name: "b", content: "x".repeat(100), offset: 0 },
    ];
    await expect(zipFile(members).then(Zip.open)).rejects.toThrow("(a)");
  });

  test("is rejected if its member count is wrong or far too large", async () => {
    const member = { name: "a", content: "x" };
    await expect(zipFile([member], { count: 5 }).then(Zip.open)).rejects.toMatchObject({ name: "ArchiveError" });
    await expect(zipFile([member], { count: 1_000_000, is64: true }).then(Zip.open)).rejects.toThrow(/500000/);
  });

  test.each([
    ["", "empty"],
    ["PK", "short"],
    ["x".repeat(100_000), "something else"],
  ])("is rejected if it isn't a zip file (%#)", async (bytes) => {
    await expect(Zip.open(new Blob([bytes]))).rejects.toMatchObject({ name: "ArchiveError" });
  });

  test.each([
    ["more content than its size says", { name: "a", content: "xyz".repeat(10_000), deflated: true, size: 10 }],
    ["less content than its size says", { name: "a", content: "xyz", deflated: true, size: 10 }],
    ["another checksum", { name: "a", content: "xyz", checksum: 1 }],
    ["bytes that aren't deflate data", { name: "a", content: "xyz", method: 8 }],
  ])("throws while reading a member with %s", async (_, member) => {
    const zip = await Zip.open(await zipFile([member]));
    await expect(textOf(zip, "a")).rejects.toThrow();
  });
});
