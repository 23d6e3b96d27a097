/** Result of a check: good, worth knowing, or missing, which blocks the upload. Includes how to fix it. */
export interface Finding {
  readonly kind: "good" | "note" | "missing";
  readonly what: string;
  readonly how?: string;
}

export const good = (what: string): Finding => ({ kind: "good", what });
export const note = (what: string, how?: string): Finding => ({
  kind: "note",
  what,
  ...(how !== undefined && { how }),
});
export const missing = (what: string, how: string): Finding => ({ kind: "missing", what, how });
