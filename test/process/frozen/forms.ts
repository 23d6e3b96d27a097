import type { Fields } from "../support/person.ts";

export function form(fields: Fields): URLSearchParams {
  return new URLSearchParams(
    Object.entries(fields).map(([name, value]): [string, string] => [name, JSON.stringify(value)]),
  );
}

export function file(content: string | Uint8Array<ArrayBuffer>, name: string): FormData {
  const sent = new FormData();
  sent.append("file", new Blob([content], { type: name.endsWith(".png") ? "image/png" : "text/plain" }), name);
  return sent;
}

/** Returns the part of a PNG that contains its size. */
export function png(): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(33);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  const view = new DataView(bytes.buffer);
  view.setUint32(16, 3);
  view.setUint32(20, 2);
  return bytes;
}
