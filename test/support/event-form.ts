import * as v from "valibot";
import { expect } from "vitest";
import { features } from "../../src/features.ts";
import type { Json } from "./json.ts";

const kinds = features.flatMap(({ events = [] }) => events.map(({ kind }) => kind));

/** Throws if an event doesn't match the schema its feature declares. */
export function checkEventForm(event: Json): void {
  const forms = kinds.filter(({ type, op }) => type === event.type && op === event.op);
  const issues = forms.map(({ wire }) => v.safeParse(wire, event).issues?.map((issue) => issue.message) ?? []);
  const best = issues.sort((a, b) => a.length - b.length)[0] ?? ["no such event is declared"];
  expect(best, `the form of ${JSON.stringify(event)}`).toEqual([]);
}
