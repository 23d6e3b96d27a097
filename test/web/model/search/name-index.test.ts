import { describe, expect, test } from "vitest";
import { NameIndex } from "../../../../src/web/model/search/name-index.ts";

const names = [
  "Ada Lovelace",
  "Adam Smith",
  "Zoë Adams",
  "Grace Hopper",
  "Deploy on Friday",
  "Redeploy",
  "会議の準備",
  "ｻｸﾗ祭り",
  "قناة عامّة",
];
const index = new NameIndex(names, (name) => ({ name }));
const find = (typed: string) => index.find(typed, 10).map(({ thing }) => thing);

describe("NameIndex", () => {
  test.each([
    ["ada", ["Adam Smith", "Ada Lovelace", "Zoë Adams"]],
    ["ADA L", ["Ada Lovelace"]],
    ["zoe", ["Zoë Adams"]],
    ["deploy", ["Deploy on Friday", "Redeploy"]],
    ["fri dep", ["Deploy on Friday"]],
    ["hop", ["Grace Hopper"]],
    ["会", ["会議の準備"]],
    ["準備", ["会議の準備"]],
    ["さくら", ["ｻｸﾗ祭り"]],
    ["サクラ", ["ｻｸﾗ祭り"]],
    ["قناه عامه", ["قناة عامّة"]],
    ["nobody", []],
  ])("finds names by some of their letters: %s", (typed, found) => {
    expect(find(typed)).toEqual(found);
  });

  test("lists everything that it can find", () => {
    expect([...index.things()]).toEqual(names);
  });

  test("finds the names indexed so far while it is built in parts, and finally all", () => {
    const inParts = new NameIndex(names, (name) => ({ name }), 2);
    const found = () => inParts.find("ada", 10).map(({ thing }) => thing);
    expect(found()).toEqual(["Adam Smith", "Ada Lovelace"]);
    expect(inParts.indexMore(2)).toEqual(["Zoë Adams", "Grace Hopper"]);
    expect(found()).toEqual(["Adam Smith", "Ada Lovelace", "Zoë Adams"]);
    expect(inParts.indexMore(100)).toEqual(names.slice(4));
    expect(inParts.indexMore(100)).toEqual([]);
    expect([...inParts.things()]).toEqual(names);
  });

  test("finds the same after typing and deleting letters as after entering the text at once", () => {
    for (const text of ["deploy on", "ada love", "grace h"]) {
      const steps = [...text].map((_, at) => text.slice(0, at + 1));
      for (const typed of [...steps, ...steps.toReversed()]) {
        expect(find(typed)).toEqual(
          new NameIndex(names, (name) => ({ name })).find(typed, 10).map(({ thing }) => thing),
        );
      }
    }
  });

  test("ranks nearby results above slightly better matches", () => {
    const near = index.find("deploy", 10, (name) => (name === "Redeploy" ? 400 : 0));
    expect(near.map(({ thing }) => thing)).toEqual(["Redeploy", "Deploy on Friday"]);
  });

  test("also matches words in a thing's other text", () => {
    const topics = new NameIndex(["lunch", "launch", "logo"], (name) => ({
      name,
      more: name === "logo" ? "design" : "food",
    }));
    const found = (typed: string) => topics.find(typed, 10).map(({ thing }) => thing);
    expect(found("food lun")).toEqual(["lunch"]);
    expect(found("lau food")).toEqual(["launch"]);
    expect(found("design")).toEqual(["logo"]);
  });

  test("returns only the requested number of best matches", () => {
    expect(index.find("a", 2).map(({ thing }) => thing)).toEqual(find("a").slice(0, 2));
  });
});
