import { type ComponentChildren, type ContainerNode, h, options, render } from "preact";
import { useState } from "preact/hooks";
import { act } from "preact/test-utils";
import { expect, test } from "vitest";
import { forgetDrawn } from "../../src/web/forget-drawn.ts";

/** The drawings reachable from a page, under any property name that Preact uses. */
function keptIn(page: object): number[] {
  const reached = new Set<unknown>([page]);
  const drawings = new Set<number>();
  for (const one of reached) {
    if (one instanceof Drawing) drawings.add(one.number);
    for (const key of Reflect.ownKeys(Object(one))) {
      const value: unknown = Reflect.get(Object(one), key);
      if (typeof value === "function" || (typeof value === "object" && value !== null)) reached.add(value);
    }
  }
  return [...drawings].sort((a, b) => a - b);
}

class Drawing {
  constructor(readonly number: number) {}
}

/** Renders a component into a page, and rerenders it. It renders no elements, so any object can be the page. */
async function keptAfterDrawing(): Promise<number[]> {
  const page = emptyPage();
  const part = { change: (_: number) => {} };
  const Leaf = (_: { drawing: Drawing }) => null;
  const Part = () => {
    const [number, set] = useState(0);
    part.change = set;
    return h(Leaf, { drawing: new Drawing(number) });
  };
  const Frame = ({ children }: { children?: ComponentChildren }) => children;
  await act(() => render(h(Frame, null, h(Part, null)), page));
  for (const number of [1, 2, 3]) await act(() => part.change(number));
  return keptIn(page);
}

const emptyPage = (): ContainerNode => ({
  ...{ nodeType: 1, parentNode: null, firstChild: null, childNodes: [] },
  ...{ insertBefore: (node) => node, appendChild: (node) => node, removeChild: (node) => node, contains: () => false },
});

test("forgetDrawn releases a component's previous rendering, which this version of Preact keeps", async () => {
  const hooks = new Map(Object.entries(options));
  expect(await keptAfterDrawing()).toEqual([0, 3]);
  forgetDrawn();
  expect(await keptAfterDrawing()).toEqual([3]);
  for (const name of Object.keys(options)) Reflect.set(options, name, hooks.get(name));
});
