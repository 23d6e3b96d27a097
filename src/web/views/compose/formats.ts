import { toggleCode, toggleFence } from "../../model/formatting/fence.ts";
import { type Edit, type Field, selectedOf } from "../../model/formatting/field.ts";
import { toggleMark } from "../../model/formatting/inline.ts";
import { toggleLink } from "../../model/formatting/link.ts";
import { toggleList } from "../../model/formatting/list.ts";
import { applyEdit, fieldOf } from "./editing/apply-edit.ts";

const FORMATS = {
  bold: (field) => toggleMark(field, "**"),
  italic: (field) => toggleMark(field, "*"),
  strike: (field) => toggleMark(field, "~~"),
  link: toggleLink,
  code: toggleCode,
  codeBlock: (field) => toggleFence(field, ""),
  quote: (field) => toggleFence(field, "quote"),
  spoiler: (field) => toggleFence(field, "spoiler"),
  maths: (field) => (selectedOf(field).includes("\n") ? toggleFence(field, "math") : toggleMark(field, "$$")),
  bulleted: (field) => toggleList(field, "bulleted"),
  numbered: (field) => toggleList(field, "numbered"),
} as const satisfies Record<string, (field: Field) => Edit>;

/** The formatting actions of buttons and keys. */
export type Format = keyof typeof FORMATS;

export function format(area: HTMLTextAreaElement | null, name: Format): void {
  if (area !== null) applyEdit(area, FORMATS[name](fieldOf(area)));
}
