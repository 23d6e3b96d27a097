/**
 * The addresses under which mail comes in: `%s@mail.example.org`, or `chat+%s@example.org`. What stands for `%s` names whom
 * the mail is for.
 */
export interface MailPattern {
  readonly before: string;
  readonly after: string;
}

const PATTERN = /^([a-z0-9._+-]*)%s([a-z0-9._+-]*@[a-z0-9.-]+\.?[a-z0-9-]+)$/i;

/** Reads such a pattern; undefined where it is none. */
export function readMailPattern(pattern: string): MailPattern | undefined {
  const [, before, after] = PATTERN.exec(pattern.trim()) ?? [];
  return before === undefined || after === undefined ? undefined : { before, after };
}
